-- How far the sandbox's clock is ahead. It stands here and not in the sandbox, so that live has none. One row.
create table test_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms double precision not null default 0 check (offset_ms >= 0),
  moved_ms  double precision not null default 0
);
insert into test_clock default values;

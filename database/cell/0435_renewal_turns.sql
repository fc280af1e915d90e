-- Which tenant was last asked for documents that need a new time stamp, and when the round began: each has its turn once a day.
create table renewal_turns (
  singleton boolean primary key default true check (singleton),
  tenant_id text not null default '',
  begun_at timestamptz not null default '-infinity'
);
insert into renewal_turns default values;
grant select, update on renewal_turns to ${relay};

-- How long finished documents are kept, and whether anything may be erased at all. One row.
create table retention (
  singleton   boolean primary key default true check (singleton),
  days        int check (days between 30 and 36500),
  version     int not null default 0,
  held_since  timestamptz(3),
  held_reason text
);
insert into retention default values;

grant select, update on retention to ${live};

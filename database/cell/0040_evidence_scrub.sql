-- Which tenant's evidence was looked over last: all have their turn, in the order of their ids.
create table scrub (
  singleton boolean primary key default true check (singleton),
  tenant_id text not null default ''
);
insert into scrub default values;
grant select, update on scrub to ${relay};

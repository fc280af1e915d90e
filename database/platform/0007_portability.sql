-- Tenants on their way: in from an archive, over to another cell, or out for good. A row stands from the first step to the last.

create table imports (
  tenant_id  text collate "C" primary key,
  cell       text not null,
  slug       text not null,
  attempt    text not null,
  started_at timestamptz(3) not null
);

create table moves (
  tenant_id  text collate "C" primary key,
  source     text not null,
  target     text not null,
  attempt    text not null,
  state      text not null check (state in ('copying', 'moved', 'undoing')),
  started_at timestamptz(3) not null,
  moved_at   timestamptz(3),
  drop_after timestamptz(3)
);

-- What is left of a tenant: no name, no host, no person. `facts` are what was counted before the first thing was destroyed.
create table erasures (
  tenant_id   text collate "C" primary key,
  facts       jsonb not null,
  certificate jsonb,
  signature   text,
  started_at  timestamptz(3) not null,
  finished_at timestamptz(3)
);

grant select, insert, update, delete on imports, moves, erasures to ${platform};

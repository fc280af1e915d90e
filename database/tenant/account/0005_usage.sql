-- What the account used.

create table usage_months (
  month text not null,
  name  text not null,
  used  int  not null default 0 check (used >= 0),
  primary key (month, name)
);

create table usage_ledger (
  id          text collate "C" primary key,
  month       text not null,
  name        text not null,
  units       int  not null check (units in (1, -1)),
  document_id text collate "C" not null,
  signer_id   text collate "C",
  created_at  timestamptz(3) not null
);
-- A unit is counted once and given back once, whoever tries again.
create unique index usage_ledger_once on usage_ledger (document_id, name, coalesce(signer_id, ''), units);
create index usage_ledger_newest on usage_ledger (month, created_at desc, id desc);

-- What was told of a month already.
create table usage_thresholds (
  month      text not null,
  name       text not null,
  percent    int  not null,
  reached_at timestamptz(3) not null,
  primary key (month, name, percent)
);

-- One row: how often usage has changed, and up to which change it has been reported to the platform.
create table usage_report (
  singleton boolean primary key default true check (singleton),
  noted     int not null default 0,
  reported  int not null default 0
);
insert into usage_report default values;

grant select, insert, update, delete on usage_months to ${live};
grant select, insert on usage_ledger, usage_thresholds to ${live};
grant select, update on usage_report to ${live};

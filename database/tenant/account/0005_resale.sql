-- What an account has to do with resellers: news of its tenants or from its reseller, and the report of what it used.

-- News comes from the platform, and may come twice; it is written down once.
create table heard_news (
  id       text collate "C" primary key,
  heard_at timestamptz(3) not null
);

-- One row: how often usage has changed, and up to which change it has been reported to the platform.
create table usage_report (
  singleton boolean primary key default true check (singleton),
  noted     int not null default 0,
  reported  int not null default 0
);
insert into usage_report default values;

-- The last time that a reseller gave the account another owner, or wanted to; whoever owns it may refuse until it is due.
create table handover (
  singleton  boolean primary key default true check (singleton),
  id         text collate "C" not null,
  email      text not null,
  name       text not null,
  asked_by   text not null,
  due_at     timestamptz(3) not null,
  outcome    text check (outcome in ('done', 'refused')),
  created_at timestamptz(3) not null
);

-- Whether there are tenants below it, also once its plan has no reselling any more.
alter table standing add column has_tenants boolean not null default false;

grant select, insert on heard_news to ${live};
grant select, update on usage_report to ${live};
grant select, insert, update, delete on handover to ${live};

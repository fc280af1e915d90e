-- Where the account stands with the platform and with its reseller.

-- One row: what the platform decided about this tenant, projected here so that a unit never reads the platform.
create table standing (
  singleton       boolean primary key default true check (singleton),
  tenant_id       text not null,
  slug            text not null,
  name            text not null,
  host            text not null,
  signing_host    text not null,
  api_host        text not null,
  plan_key        text not null,
  plan_name       text not null,
  plan_until      timestamptz(3),
  entitlements    jsonb not null,
  parent_id       text,
  -- Whether there are tenants below it, also once its plan has no reselling any more.
  has_tenants     boolean not null default false,
  suspended_at    timestamptz(3),
  is_frozen       boolean not null default false,
  erase_at        timestamptz(3),
  daily_documents int,
  capped_until    timestamptz(3),
  version         int not null
);

-- Live documents sent on a day, for as long as the platform caps them.
create table live_days (
  day  date primary key,
  sent int not null check (sent > 0)
);

-- News comes from the platform, and may come twice; it is written down once.
create table heard_news (
  id       text collate "C" primary key,
  heard_at timestamptz(3) not null
);

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

grant select on standing to ${live};
grant select, insert, update on live_days to ${live};
grant select, insert on heard_news to ${live};
grant select, insert, update, delete on handover to ${live};

-- Resellers: what they may sell and for how much, how much their tenants use, and what they have yet to be told.

alter table tenants
  add column metadata     jsonb not null default '{}',
  -- the reseller that suspended it, or let its deletion begin; null when the platform did
  add column suspended_by text collate "C",
  add column removed_by   text collate "C",
  -- an order that comes again under the same Idempotency-Key is the same order
  add column order_key    text collate "C";
create index tenants_orders on tenants (parent_id, order_key) where order_key is not null;
create index tenants_children on tenants (parent_id, created_at desc, id desc) where parent_id is not null;

-- A plan in a reseller's hands. Without a row it may be sold at the plan's own price, which the platform charges too.
create table resale_terms (
  reseller_id     text collate "C" not null references tenants (id) on delete cascade,
  plan_key        text not null references plans (key),
  is_allowed      boolean not null default true,
  wholesale_cents int check (wholesale_cents >= 0),
  is_offered      boolean not null default true,
  price_cents     int check (price_cents >= 0),
  updated_at      timestamptz(3) not null default now(),
  primary key (reseller_id, plan_key)
);

-- What each tenant has used, as its own account last reported it. A report with an older revision says nothing new.
create table usage_totals (
  tenant_id text collate "C" not null references tenants (id) on delete cascade,
  month     text not null,
  name      text not null,
  used      int not null,
  revision  int not null,
  primary key (tenant_id, month, name)
);

-- What happened to a reseller's tenant, until both accounts have written it down.
create table resale_news (
  id          text collate "C" primary key,
  reseller_id text collate "C" not null references tenants (id) on delete cascade,
  tenant_id   text collate "C" not null references tenants (id) on delete cascade,
  name        text not null,
  data        jsonb not null,
  details     jsonb not null,
  actor       jsonb not null,
  created_at  timestamptz(3) not null
);

grant select, insert, update, delete on resale_terms, usage_totals, resale_news to ${platform};

-- What the operator of the platform owns: plans, tenants and the hosts that lead to them.

create table plans (
  key          text primary key,
  name         text not null,
  position     int  not null,
  price_cents  int,
  currency     text not null default 'USD',
  entitlements jsonb not null,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now()
);

create table tenants (
  id          text collate "C" primary key,
  slug        text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  name        text not null,
  plan_key    text not null references plans (key),
  parent_id   text collate "C" references tenants (id),
  cell        text not null default 'main',
  key_prefix  text not null unique check (key_prefix ~ '^[0-9A-Za-z]{8}$'),
  status      text not null default 'provisioning' check (status in ('provisioning', 'ready', 'suspended', 'deleted')),
  wanted      jsonb,
  has_sandbox boolean not null default false,
  version     int not null default 1,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now()
);

create table domains (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null references tenants (id),
  host       text not null unique check (host = lower(host)),
  purposes   text[] not null default '{app,signing,api}',
  is_primary boolean not null default false,
  status     text not null default 'active' check (status in ('pending', 'active', 'suspended', 'released')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index domains_tenant on domains (tenant_id);

create table certificate_authorities (
  id          text collate "C" primary key,
  environment text not null unique check (environment in ('live', 'test')),
  certificate bytea not null,
  private_key bytea not null,
  created_at  timestamptz(3) not null default now()
);

-- Of the same shape as a cell's outbox.
create table outbox (
  id          text collate "C" primary key default replace(gen_random_uuid()::text, '-', ''),
  kind        text not null,
  lane        text not null default '',
  ref         text not null,
  due_at      timestamptz(3) not null default clock_timestamp(),
  tries       int not null default 0,
  fence       int not null default 0,
  lease_until timestamptz(3),
  created_at  timestamptz(3) not null default clock_timestamp()
);
create index outbox_due on outbox (kind, due_at) where lease_until is null;

grant usage on schema platform to ${platform};
grant select, insert, update, delete on plans, tenants, domains, outbox to ${platform};
grant select, insert on certificate_authorities to ${platform};

insert into plans (key, name, position, price_cents, entitlements) values
('free', 'Free', 1, 0, '{"documentsPerMonth":5,"signersPerDocument":2,"signaturesPerMonth":null,"members":1,"apiLive":false,"webhooks":false,"webhookAttempts":0,"fullAudit":false,"customExpiry":false,"analytics":false,"branding":false,"sso":false,"customDomain":false,"senderDomain":false,"resell":false,"rateLimitPerMinute":120,"dataResidency":false,"support":"none","sla":false,"accountManager":false}'),
('starter', 'Starter', 2, 1500, '{"documentsPerMonth":null,"signersPerDocument":null,"signaturesPerMonth":100,"members":3,"apiLive":false,"webhooks":false,"webhookAttempts":0,"fullAudit":true,"customExpiry":true,"analytics":false,"branding":false,"sso":false,"customDomain":false,"senderDomain":false,"resell":false,"rateLimitPerMinute":120,"dataResidency":false,"support":"email","sla":false,"accountManager":false}'),
('pro', 'Pro', 3, 4900, '{"documentsPerMonth":null,"signersPerDocument":null,"signaturesPerMonth":1000,"members":10,"apiLive":true,"webhooks":true,"webhookAttempts":1,"fullAudit":true,"customExpiry":true,"analytics":true,"branding":true,"sso":false,"customDomain":false,"senderDomain":false,"resell":false,"rateLimitPerMinute":300,"dataResidency":false,"support":"priority","sla":false,"accountManager":false}'),
('business', 'Business', 4, 19900, '{"documentsPerMonth":null,"signersPerDocument":null,"signaturesPerMonth":null,"members":null,"apiLive":true,"webhooks":true,"webhookAttempts":5,"fullAudit":true,"customExpiry":true,"analytics":true,"branding":true,"sso":true,"customDomain":false,"senderDomain":false,"resell":false,"rateLimitPerMinute":1000,"dataResidency":false,"support":"dedicated","sla":true,"accountManager":false}'),
('enterprise', 'Enterprise', 5, null, '{"documentsPerMonth":null,"signersPerDocument":null,"signaturesPerMonth":null,"members":null,"apiLive":true,"webhooks":true,"webhookAttempts":5,"fullAudit":true,"customExpiry":true,"analytics":true,"branding":true,"sso":true,"customDomain":true,"senderDomain":true,"resell":true,"rateLimitPerMinute":2000,"dataResidency":true,"support":"dedicated","sla":true,"accountManager":true}');

-- Hosts of tenants' own, from the first claim to the last day on which nobody else may have them.

alter table domains
  drop constraint domains_host_key,
  drop constraint domains_status_check,
  drop column is_primary,
  alter column status set default 'pending',
  -- a base has no page itself: the tenants of its owner live right below it
  add column kind text not null default 'host' check (kind in ('host', 'base')),
  -- for which of its purposes links are built from it; where no host of a tenant is, from the oldest that serves it
  add column primary_for text[] not null default '{}',
  add column challenge text not null,
  add column verified_at timestamptz(3),
  add column checked_at timestamptz(3),
  -- what the last look-ups found, record by record and server by server
  add column findings jsonb,
  add column failing_since timestamptz(3),
  add column warned_at timestamptz(3),
  -- once suspended or released: until when nobody else may claim it
  add column kept_until timestamptz(3),
  add constraint domains_status check (status in ('pending', 'active', 'failing', 'suspended', 'released')),
  add constraint domains_purposes check (purposes <@ '{app,signing,api}' and cardinality(purposes) > 0),
  add constraint domains_primary check (primary_for <@ purposes);

-- Anybody may claim a host. One tenant holds it: who has shown that its records lead here.
create unique index domains_held on domains (host, kind) where status in ('active', 'failing', 'suspended');
create unique index domains_own on domains (tenant_id, host, kind) where status <> 'released';
create index domains_host on domains (host);
create unique index domains_primary_app on domains (tenant_id) where 'app' = any (primary_for) and status <> 'released';
create unique index domains_primary_signing on domains (tenant_id) where 'signing' = any (primary_for) and status <> 'released';
create unique index domains_primary_api on domains (tenant_id) where 'api' = any (primary_for) and status <> 'released';

-- What is decided about a host is decided under the lock of its row here: the login of the platform has no other locks.
create table claimed_hosts (
  host text primary key
);

-- The name below the platform that a tenant's hosts lead to: random, so that nobody else can be given what still leads there.
create table domain_targets (
  tenant_id text collate "C" primary key references tenants (id) on delete cascade,
  label     text not null unique check (label ~ '^[0-9a-z]{20}$')
);

-- What happened to a host, until its tenant's account has written it down.
create table domain_news (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null references tenants (id) on delete cascade,
  domain_id  text collate "C" not null,
  name       text not null,
  details    jsonb not null,
  actor      jsonb not null,
  created_at timestamptz(3) not null
);

-- A host is looked at by one piece of work, which is put off until the next time.
create unique index outbox_domain_checks on outbox (ref) where kind = 'check_domain';

grant select, insert, update, delete on domain_news to ${platform};
grant select, insert, update on claimed_hosts to ${platform};
grant select, insert on domain_targets to ${platform};

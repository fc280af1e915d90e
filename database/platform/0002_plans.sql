-- What a tenant has beside its plan for a while, and what it would rather have.

-- A trial of another plan, or one entitlement given by hand. It ends by itself.
create table plan_grants (
  id          text collate "C" primary key,
  tenant_id   text collate "C" not null references tenants (id),
  plan_key    text references plans (key),
  entitlement text,
  value       jsonb,
  until       timestamptz(3) not null,
  reason      text not null,
  granted_by  text not null,
  ended_at    timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  check ((plan_key is null) <> (entitlement is null)),
  check ((entitlement is null) = (value is null))
);
create index plan_grants_tenant on plan_grants (tenant_id, created_at);

-- Nothing is charged here: whoever sells to the tenant decides.
create table plan_requests (
  id           text collate "C" primary key,
  tenant_id    text collate "C" not null references tenants (id),
  plan_key     text not null references plans (key),
  from_plan    text not null,
  note         text,
  requested_by text not null,
  status       text not null default 'open' check (status in ('open', 'granted', 'declined', 'withdrawn')),
  decided_by   text,
  decided_at   timestamptz(3),
  answer       text,
  created_at   timestamptz(3) not null
);
create unique index plan_requests_open on plan_requests (tenant_id) where status = 'open';
create index plan_requests_newest on plan_requests (status, created_at desc, id desc);

grant select, insert, update, delete on plan_grants, plan_requests to ${platform};

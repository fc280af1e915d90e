-- A tenant's account: who works here, their keys and sessions, brand, standing, usage and the security chain.

create table users (
  id            text collate "C" primary key,
  email         text not null unique check (email = lower(email)),
  name          text not null,
  password_hash text,
  role          text not null check (role in ('owner', 'admin', 'developer', 'member', 'viewer')),
  disabled_at   timestamptz(3),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);

create table sessions (
  token_sha256 text primary key,
  user_id      text collate "C" not null references users (id) on delete cascade,
  environment  text not null default 'live' check (environment in ('live', 'test')),
  ip_address   text,
  user_agent   text,
  created_at   timestamptz(3) not null,
  seen_at      timestamptz(3) not null,
  expires_at   timestamptz(3) not null
);
create index sessions_user on sessions (user_id);

create table api_keys (
  id            text collate "C" primary key,
  environment   text not null check (environment in ('live', 'test')),
  name          text not null,
  scopes        text[] not null,
  prefix        text not null,
  last_four     text not null,
  secret_sha256 text not null unique,
  created_by    text collate "C" not null references users (id),
  last_used_at  timestamptz(3),
  last_used_ip  text,
  expires_at    timestamptz(3),
  revoked_at    timestamptz(3),
  created_at    timestamptz(3) not null
);

-- One row: what the platform decided about this tenant, projected here so that a unit never reads the platform.
create table standing (
  singleton boolean primary key default true check (singleton),
  tenant_id    text not null,
  slug         text not null,
  name         text not null,
  host         text not null,
  signing_host text not null,
  plan_key     text not null,
  plan_name    text not null,
  entitlements jsonb not null,
  suspended_at timestamptz(3),
  version      int not null
);

create table brand (
  singleton boolean primary key default true check (singleton),
  name          text not null,
  color         text not null,
  support_email text,
  version       int not null default 1,
  updated_at    timestamptz(3) not null
);

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
create index usage_ledger_document on usage_ledger (document_id);

create table security_entries (
  chain      text collate "C" not null,
  sequence   int  not null check (sequence > 0),
  id         text collate "C" not null unique,
  action     text not null,
  at         timestamptz(3) not null,
  body       text not null,
  prev_hash  text,
  hash       text not null,
  primary key (chain, sequence)
);
create table security_values (
  entry_id text collate "C" not null references security_entries (id),
  field    text not null,
  salt     bytea not null,
  value    text not null,
  primary key (entry_id, field)
);
create table chain_head (
  singleton boolean primary key default true check (singleton),
  sequence int not null default 0,
  hash     text
);
insert into chain_head default values;

create trigger security_entries_continue before insert on security_entries for each row execute function cell.continue_chain();
create trigger security_entries_kept before update or delete on security_entries for each row execute function cell.refuse_change();
create trigger security_entries_kept_whole before truncate on security_entries for each statement execute function cell.refuse_change();
alter table security_entries enable always trigger security_entries_continue;
alter table security_entries enable always trigger security_entries_kept;
alter table security_entries enable always trigger security_entries_kept_whole;

grant usage on schema ${account} to ${live};
grant select, insert, update, delete on users, sessions, api_keys, brand, usage_months to ${live};
grant select on standing to ${live};
grant select, update on chain_head to ${live};
grant select, insert on usage_ledger, security_entries to ${live};
grant select, insert, delete on security_values to ${live};

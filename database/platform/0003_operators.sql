-- Who operates the platform, what they did, and what they decided about tenants beside plan and hosts.

alter table tenants
  add column suspended_at      timestamptz(3),
  add column suspension_reason text,
  add column is_frozen         boolean not null default false,
  add column erase_at          timestamptz(3),
  add column daily_documents   int check (daily_documents > 0),
  add column capped_until      timestamptz(3),
  add constraint frozen_is_suspended check (not is_frozen or suspended_at is not null);
create index tenants_newest on tenants (created_at desc, id desc);

-- One row: numbers that operators change.
create table settings (
  singleton           boolean primary key default true check (singleton),
  new_tenant_days     int not null default 7  check (new_tenant_days between 0 and 90),
  new_tenant_documents int not null default 25 check (new_tenant_documents between 1 and 100000),
  erase_after_days    int not null default 30 check (erase_after_days between 1 and 365),
  updated_at          timestamptz(3) not null default now()
);
insert into settings default values;

create table operators (
  id             text collate "C" primary key,
  email          text not null unique check (email = lower(email)),
  name           text not null,
  role           text not null default 'operator' check (role in ('admin', 'operator')),
  password_hash  text,
  totp_seed      bytea,
  totp_confirmed_at timestamptz(3),
  -- the last time step whose code was taken: that one and all before it are spent
  totp_step      bigint not null default 0,
  disabled_at    timestamptz(3),
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null
);

create table operator_invitations (
  token_sha256 text primary key,
  operator_id  text collate "C" not null references operators (id) on delete cascade,
  expires_at   timestamptz(3) not null
);

create table operator_recovery_codes (
  operator_id text collate "C" not null references operators (id) on delete cascade,
  code_sha256 text not null,
  primary key (operator_id, code_sha256)
);

-- `password`: the first of two proofs was given; nothing is shown yet but the question for the second.
create table operator_sessions (
  token_sha256 text primary key,
  operator_id  text collate "C" not null references operators (id) on delete cascade,
  proof        text not null check (proof in ('password', 'both')),
  ip_address   text,
  user_agent   text,
  created_at   timestamptz(3) not null,
  seen_at      timestamptz(3) not null,
  expires_at   timestamptz(3) not null
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- What strangers said about a request for a signature. The words are theirs; the document is named by its id alone.
create table reports (
  id          text collate "C" primary key,
  tenant_id   text collate "C" not null,
  document_id text collate "C" not null,
  category    text not null check (category in ('spam', 'fraud', 'unknown_sender', 'other')),
  message     text not null,
  reply_to    text,
  created_at  timestamptz(3) not null,
  outcome     text check (outcome in ('dismissed', 'taken_down')),
  decided_by  text collate "C" references operators (id),
  decided_at  timestamptz(3)
);
create index reports_newest on reports (created_at desc, id desc);
create index reports_document on reports (document_id);

create table entries (
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
create table entry_values (
  entry_id text collate "C" not null references entries (id),
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

create trigger entries_continue before insert on entries for each row execute function cell.continue_chain();
create trigger entries_kept before update or delete on entries for each row execute function cell.refuse_change();
create trigger entries_kept_whole before truncate on entries for each statement execute function cell.refuse_change();
alter table entries enable always trigger entries_continue;
alter table entries enable always trigger entries_kept;
alter table entries enable always trigger entries_kept_whole;

grant select, update on settings, chain_head to ${platform};
grant select, insert, update on operators, reports to ${platform};
grant select, insert, update, delete on operator_invitations, operator_recovery_codes, operator_sessions to ${platform};
grant select, insert on entries to ${platform};
grant select, insert, delete on entry_values to ${platform};

-- The operators' chain is repeated in the log of the cell that holds the platform, as tenants' chains are in that of theirs.
grant usage on schema cell to ${platform};
grant insert (chain, sequence, hash) on cell.chain_log to ${platform};

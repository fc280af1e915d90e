-- One environment of a tenant (live or test): its documents and everything that happens to them.

create table documents (
  id               text collate "C" primary key,
  status           text not null check (status in ('draft', 'pending', 'viewed', 'in_progress', 'completed', 'declined', 'expired', 'voided')),
  title            text not null,
  message          text,
  expires_in_days  int not null check (expires_in_days between 1 and 365),
  metadata         jsonb not null default '{}',
  redirect_url     text,
  created_by       text collate "C" not null,
  created_via      text collate "C",
  file_name        text not null,
  page_count       int  not null,
  pages            jsonb not null,
  original_sha256  text not null,
  original_bytes   int  not null,
  canonical_sha256 text not null,
  sealed_sha256    text,
  sealed_bytes     int,
  sealed_pages     int,
  sealed_level     text,
  vault_key        bytea not null,
  brand            jsonb,
  tracking_counter int  not null default 0,
  tracking_salt    bytea not null,
  tracking_sha256  text not null unique,
  emails_sent      int  not null default 0,
  failed_emails    int  not null default 0,
  sequence         int  not null default 0,
  chain_sequence   int  not null default 0,
  chain_hash       text,
  void_reason      text,
  sealing_at       timestamptz(3),
  reminded_at      timestamptz(3),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  sent_at          timestamptz(3),
  expires_at       timestamptz(3),
  completed_at     timestamptz(3),
  declined_at      timestamptz(3),
  expired_at       timestamptz(3),
  voided_at        timestamptz(3)
);
create index documents_newest on documents (created_at desc, id desc);
create index documents_status on documents (status, created_at desc, id desc);
create index documents_unsealed on documents (sealing_at) where sealing_at is not null and status = 'in_progress';

create table signers (
  id             text collate "C" primary key,
  document_id    text collate "C" not null references documents (id) on delete cascade,
  position       int  not null,
  key            text,
  name           text not null,
  email          text not null,
  turn           int  not null default 1 check (turn between 1 and 50),
  is_ordered     boolean not null default false,
  status         text not null check (status in ('pending', 'sent', 'signed', 'declined', 'expired', 'voided', 'delivery_failed')),
  token_version  int  not null default 1,
  token_counter  int  not null default 0,
  token_salt     bytea not null,
  token_sha256   text not null unique,
  consent_version text,
  consent_sha256  text,
  consented_at   timestamptz(3),
  seen_at        timestamptz(3),
  sent_at        timestamptz(3),
  opened_at      timestamptz(3),
  viewed_at      timestamptz(3),
  signed_at      timestamptz(3),
  declined_at    timestamptz(3),
  decline_reason text,
  ip_address     text,
  user_agent     text,
  created_at     timestamptz(3) not null,
  unique (document_id, position)
);

create table fields (
  id          text collate "C" primary key,
  document_id text collate "C" not null references documents (id) on delete cascade,
  signer_id   text collate "C" not null references signers (id) on delete cascade,
  position    int not null,
  type        text not null check (type in ('signature', 'date', 'initials', 'checkbox', 'text')),
  page        int not null check (page >= 1),
  x           double precision not null,
  y           double precision not null,
  width       double precision not null check (width > 0),
  height      double precision not null check (height > 0),
  value       bytea,
  unique (document_id, position)
);
create index fields_signer on fields (signer_id);

create table signatures (
  id          text collate "C" primary key,
  signer_id   text collate "C" not null references signers (id) on delete cascade,
  kind        text not null check (kind in ('signature', 'initials')),
  image       bytea not null,
  created_at  timestamptz(3) not null,
  unique (signer_id, kind)
);

create table audit_entries (
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
create table personal_values (
  entry_id text collate "C" not null references audit_entries (id),
  field    text not null,
  salt     bytea not null,
  value    text not null,
  primary key (entry_id, field)
);

create table events (
  id          text collate "C" primary key,
  position    bigint not null unique,
  name        text not null,
  document_id text collate "C",
  body        text not null,
  created_at  timestamptz(3) not null
);
create table event_counter (
  singleton boolean primary key default true check (singleton),
  position bigint not null default 0
);
insert into event_counter default values;

create table webhook_endpoints (
  id              text collate "C" primary key,
  url             text not null,
  name            text,
  events          text[] not null default '{*}',
  status          text not null default 'enabled' check (status in ('enabled', 'paused', 'disabled')),
  secret          bytea not null,
  pending_secret  bytea,
  pending_since   timestamptz(3),
  disabled_reason text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null
);

create table webhook_deliveries (
  id              text collate "C" primary key,
  endpoint_id     text collate "C" not null references webhook_endpoints (id) on delete cascade,
  event_id        text collate "C" not null references events (id) on delete cascade,
  event           text not null,
  status          text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'exhausted')),
  attempt_count   int  not null default 0,
  next_attempt_at timestamptz(3),
  replay_of       text collate "C",
  created_at      timestamptz(3) not null
) with (fillfactor = 80);
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, event_id) where replay_of is null;
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);

create table webhook_attempts (
  id               text collate "C" primary key,
  delivery_id      text collate "C" not null references webhook_deliveries (id) on delete cascade,
  number           int  not null,
  at               timestamptz(3) not null,
  status_code      int,
  error            text,
  duration_ms      int  not null,
  remote_address   text,
  response_headers jsonb,
  response_excerpt text,
  unique (delivery_id, number)
);

create table idempotency_keys (
  key           text primary key,
  fingerprint   text not null,
  status        int,
  answer        bytea,
  claimed_until timestamptz(3) not null,
  created_at    timestamptz(3) not null
);

create table mails (
  id          text collate "C" primary key,
  kind        text not null,
  document_id text collate "C",
  signer_id   text collate "C",
  recipient   text not null,
  message_id  text not null unique,
  subject     text not null,
  status      text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'withdrawn', 'mailbox')),
  error       text,
  content     bytea,
  created_at  timestamptz(3) not null,
  sent_at     timestamptz(3)
);
create index mails_document on mails (document_id);
create index mails_newest on mails (created_at desc, id desc);

create table link_fetches (
  id          text primary key,
  signer_id   text collate "C" not null references signers (id) on delete cascade,
  ip_address  text not null,
  user_agent  text not null,
  fetches     int not null default 1,
  first_at    timestamptz(3) not null,
  recorded_at timestamptz(3)
);
create index link_fetches_signer on link_fetches (signer_id);

create table seal_keys (
  id          text collate "C" primary key,
  certificate bytea not null,
  chain       bytea[] not null,
  private_key bytea not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null
);

create trigger audit_entries_continue before insert on audit_entries for each row execute function cell.continue_chain();
create trigger audit_entries_kept before update or delete on audit_entries for each row execute function cell.refuse_change();
create trigger audit_entries_kept_whole before truncate on audit_entries for each statement execute function cell.refuse_change();
alter table audit_entries enable always trigger audit_entries_continue;
alter table audit_entries enable always trigger audit_entries_kept;
alter table audit_entries enable always trigger audit_entries_kept_whole;

grant usage on schema ${environment} to ${role};
grant select, insert, update, delete on
  documents, signers, fields, signatures, events, webhook_endpoints, webhook_deliveries, webhook_attempts,
  idempotency_keys, mails, link_fetches to ${role};
grant select, insert on audit_entries, seal_keys to ${role};
grant select, insert, delete on personal_values to ${role};
grant select, update on event_counter to ${role};

-- One environment of a tenant (live or test): its documents, and who signs them.

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
  voided_at        timestamptz(3),
  -- An erased document keeps its row, its hashes and its trail; its key, its files and what it said of people are gone.
  erased_at        timestamptz(3),
  -- When its people were told that its retention ends.
  retention_told_at timestamptz(3)
);
create index documents_newest on documents (created_at desc, id desc);
create index documents_status on documents (status, created_at desc, id desc);
create index documents_unsealed on documents (sealing_at) where sealing_at is not null and status = 'in_progress';
create index documents_metadata on documents using gin (metadata jsonb_path_ops);
create index documents_ended on documents ((coalesce(completed_at, declined_at, expired_at, voided_at)))
  where erased_at is null and status in ('completed', 'declined', 'expired', 'voided');

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
  -- Reminders are counted for each signer.
  reminded_at    timestamptz(3),
  unique (document_id, position)
);
create index signers_address on signers (lower(email));

-- The expressions are written the same way in documents_by_words.ts. Marks become spaces, so that an address falls into its parts.
create index documents_words on documents using gin
  (to_tsvector('simple', translate(title, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')));
create index signers_words on signers using gin
  (to_tsvector('simple', translate(name || ' ' || email, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')));

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

grant usage on schema ${environment} to ${role};
grant select, insert, update, delete on documents, signers, fields, signatures, link_fetches to ${role};

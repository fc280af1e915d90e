-- Mails about documents that nobody gets without asking for them.
create table wanted_mails (
  user_id text collate "C" not null references users (id) on delete cascade,
  kind    text not null check (kind in ('viewed', 'signed', 'expiring')),
  primary key (user_id, kind)
);

-- What is mailed once a day: one for each person and day, made by its first line.
create table digests (
  id      text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  due_at  timestamptz(3) not null,
  unique (user_id, due_at)
);

-- The same news twice is one line.
create table digest_lines (
  digest_id   text collate "C" not null references digests (id) on delete cascade,
  -- of the live environment
  document_id text collate "C" not null,
  kind        text not null check (kind in ('viewed', 'signed', 'completed', 'declined', 'expired', 'voided', 'expiring')),
  -- empty where it is about the whole document
  signer_id   text collate "C" not null default '',
  at          timestamptz(3) not null,
  primary key (digest_id, document_id, kind, signer_id)
);

grant select, insert, delete on wanted_mails, digests, digest_lines to ${live};

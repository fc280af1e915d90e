-- The field editor of a draft in pages of others: the links that a key has asked for, each for one origin.
create table editor_links (
  id             text collate "C" primary key,
  document_id    text collate "C" not null references documents (id) on delete cascade,
  -- The API key that asked, in whose name fields are placed: they end together.
  key_id         text collate "C" not null,
  origin         text not null,
  -- Both tokens are derived from the row and the tenant's key. The first opens once, the second goes on from there.
  salt           bytea not null,
  open_sha256    text not null unique,
  session_sha256 text not null unique,
  created_at     timestamptz(3) not null,
  open_until     timestamptz(3) not null,
  opened_at      timestamptz(3),
  ends_at        timestamptz(3) check ((ends_at is null) = (opened_at is null))
);
create index editor_links_document on editor_links (document_id);

grant select, insert, update, delete on editor_links to ${role};

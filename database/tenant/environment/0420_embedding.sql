-- The signing page in pages of others: which origins may show it, and the links that they show it by.
create table embed_origins (
  origin     text collate "C" primary key,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null
);

create table embed_links (
  id             text collate "C" primary key,
  signer_id      text collate "C" not null references signers (id) on delete cascade,
  -- The digest of the signer's own link when this was made: whoever comes after a correction has another, and this leads nowhere.
  link_sha256    text not null,
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
create index embed_links_signer on embed_links (signer_id);

grant select, insert, delete on embed_origins to ${role};
grant select, insert, update, delete on embed_links to ${role};

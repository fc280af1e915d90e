-- A link for the person who runs the identity provider and has no account. One row at most: the newest link, and whether what was done by one waits
-- for an owner.
create table sso_setup (
  singleton          boolean primary key default true check (singleton),
  id                 text collate "C" not null,
  -- Null once it was revoked.
  token_sha256       text,
  created_by         text collate "C" not null,
  created_at         timestamptz(3) not null,
  expires_at         timestamptz(3) not null,
  used_at            timestamptz(3),
  awaits_owner_since timestamptz(3)
);

grant select, insert, update on sso_setup to ${live};

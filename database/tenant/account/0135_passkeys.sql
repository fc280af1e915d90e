-- Passkeys of an account's people. Each belongs to the host at which it was made: browsers show it there alone.
create table passkeys (
  id            text collate "C" primary key,
  user_id       text collate "C" not null references users (id) on delete cascade,
  -- What the authenticator calls it, in base64url.
  credential_id text collate "C" not null unique,
  host          text collate "C" not null,
  -- COSE (RFC 9052).
  public_key    bytea not null,
  -- What the authenticator counted last; stays 0 where it does not count.
  counter       bigint not null default 0,
  transports    text[] not null default '{}',
  name          text not null,
  -- Whether it may be copied to other devices of the person; bound to one device otherwise.
  is_synced     boolean not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

-- Challenges that were answered, until they would have expired: each is answered once.
create table spent_challenges (
  challenge_sha256 text primary key,
  expires_at       timestamptz(3) not null
);
create index spent_challenges_end on spent_challenges (expires_at);

-- How the person logged in; null for an identity provider, for support and for sessions of before.
alter table sessions add column method text
  check (method in ('password', 'password_code', 'password_recovery', 'password_passkey', 'passkey'));

grant select, insert, update, delete on passkeys to ${live};
grant select, insert, delete on spent_challenges to ${live};

-- The people of an account, how they come in, and those who support them.

create table users (
  id            text collate "C" primary key,
  email         text not null unique check (email = lower(email)),
  name          text not null,
  password_hash text,
  role          text not null check (role in ('owner', 'admin', 'developer', 'member', 'viewer')),
  disabled_at   timestamptz(3),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  invited_at    timestamptz(3),
  last_seen_at  timestamptz(3),
  removed_at    timestamptz(3),
  -- An address is proved by whoever followed a link that was sent to it.
  verified_at   timestamptz(3)
);

-- A link by mail: to set a password for the first time, or a new one. It is derived from the row and the tenant's key, works once, and for
-- a while only.
create table user_links (
  id           text collate "C" primary key,
  user_id      text collate "C" not null references users (id) on delete cascade,
  purpose      text not null check (purpose in ('welcome', 'reset')),
  salt         bytea not null,
  token_sha256 text not null unique,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  unique (user_id, purpose)
);

-- Visits of the platform's operators.
create table support_sessions (
  id              text collate "C" primary key,
  operator_id     text not null,
  operator_name   text not null,
  reason          text not null,
  may_write       boolean not null,
  code_sha256     text unique,
  code_expires_at timestamptz(3),
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  entered_at      timestamptz(3),
  ended_at        timestamptz(3),
  ended_by        text
);
create index support_sessions_newest on support_sessions (created_at desc, id desc);

-- A browser's session is a user's, or that of somebody who supports them.
create table sessions (
  token_sha256 text primary key,
  user_id      text collate "C" references users (id) on delete cascade,
  environment  text not null default 'live' check (environment in ('live', 'test')),
  ip_address   text,
  user_agent   text,
  created_at   timestamptz(3) not null,
  seen_at      timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  support_id   text collate "C" references support_sessions (id) on delete cascade,
  constraint sessions_of_one check ((user_id is null) <> (support_id is null))
);
create index sessions_user on sessions (user_id);

-- From one host of the tenant to another without a second log-in: a code that is good once, for half a minute, in one browser.
create table crossings (
  code_sha256  text primary key,
  session      text not null references sessions (token_sha256) on delete cascade,
  host         text not null,
  nonce_sha256 text not null,
  next         text not null,
  expires_at   timestamptz(3) not null
);
create index crossings_session on crossings (session);

-- Log-ins that failed in this hour, counted. When it is over each row becomes one entry of the security chain.
create table log_in_failures (
  id         text collate "C" primary key,
  hour       timestamptz(3) not null,
  -- empty for an address that nobody here has: what was typed is not kept
  user_id    text collate "C" not null default '',
  -- empty once there are too many to tell them apart
  ip_address text not null default '',
  tries      int not null default 1,
  unique (hour, user_id, ip_address)
);

grant usage on schema ${account} to ${live};
grant select, insert, update, delete on users, user_links, sessions, log_in_failures to ${live};
grant select, insert, update on support_sessions to ${live};
grant select, insert, delete on crossings to ${live};

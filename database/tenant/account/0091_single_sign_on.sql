-- Log-in through the tenant's own identity provider (SAML 2.0).

-- One row at most: which provider, and on what terms.
create table sso_connection (
  singleton           boolean primary key default true check (singleton),
  id                  text collate "C" not null,
  -- What the button of the log-in page calls it.
  name                text not null,
  is_on               boolean not null,
  -- Whose addresses the provider was told: they do not move when the tenant gets another primary host.
  host                text not null,
  provider            text not null,
  sso_url             text not null,
  sso_binding         text not null check (sso_binding in ('redirect', 'post')),
  slo_url             text,
  slo_response_url    text,
  slo_binding         text not null check (slo_binding in ('redirect', 'post')),
  allows_unsolicited  boolean not null default false,
  wants_both_signed   boolean not null default false,
  wants_encryption    boolean not null default false,
  -- Whether people of proved domains become members at their first log-in.
  makes_members       boolean not null default false,
  default_role        text not null default 'member' check (default_role in ('admin', 'developer', 'member')),
  -- Which of the provider's attributes say it; missing, those that providers usually send.
  email_attribute     text,
  name_attribute      text,
  version             int not null default 1,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null
);

-- The provider's certificates, all of which are accepted. Base64 of DER.
create table sso_certificates (
  sha256       text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  certificate  text not null,
  not_after    timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3)
);

-- Our own: requests are signed with the current one, assertions may be encrypted for any. The private half is enveloped.
create table sso_keys (
  id          text collate "C" primary key,
  role        text not null check (role in ('current', 'next', 'retired')),
  certificate text not null,
  private_key bytea not null,
  not_after   timestamptz(3) not null,
  created_at  timestamptz(3) not null
);
create unique index sso_keys_role on sso_keys (role) where role <> 'retired';

-- What was asked of the provider and has not been answered.
create table sso_requests (
  id             text collate "C" primary key,
  purpose        text not null check (purpose in ('log_in', 'log_out', 'test')),
  browser_sha256 text not null,
  next           text,
  expires_at     timestamptz(3) not null
);
create index sso_requests_end on sso_requests (expires_at);

-- Assertions and messages of log-out that were used, by a digest of provider and id, for as long as they would be accepted.
create table sso_used (
  digest     text collate "C" primary key,
  expires_at timestamptz(3) not null
);
create index sso_used_end on sso_used (expires_at);

-- An accepted response on its way to the page that opens the session: for a minute, in one browser.
create table sso_arrivals (
  code_sha256    text primary key,
  browser_sha256 text not null,
  purpose        text not null check (purpose in ('log_in', 'test')),
  profile        jsonb not null,
  next           text,
  attempt_id     text collate "C" not null,
  expires_at     timestamptz(3) not null
);

-- Who a name of the provider's is here. The digest is of provider and name, of any length.
create table sso_identities (
  digest       text collate "C" primary key,
  provider     text not null,
  name_id      text not null,
  user_id      text collate "C" not null references users (id) on delete cascade,
  created_at   timestamptz(3) not null,
  last_seen_at timestamptz(3) not null
);
create index sso_identities_user on sso_identities (user_id);

-- Domains of addresses that are this tenant's: by a record in the DNS, or by the word of the platform's operator.
create table sso_domains (
  domain     text collate "C" primary key check (domain = lower(domain)),
  challenge  text not null,
  proof      text check (proof in ('dns', 'operator')),
  proved_at  timestamptz(3),
  checked_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- The last attempts, with what each check found: for the administrator who has to find out why nobody comes in.
create table sso_attempts (
  id       text collate "C" primary key,
  at       timestamptz(3) not null,
  purpose  text not null,
  outcome  text not null check (outcome in ('open', 'passed', 'refused')),
  passed   jsonb not null,
  fault    jsonb,
  name_id  text
);
create index sso_attempts_newest on sso_attempts (at desc, id desc);

-- A session that a provider began: by whose word, and until when at most.
alter table sessions
  add column ends_at       timestamptz(3),
  add column provider      text,
  add column name_id       text,
  add column name_format   text,
  add column session_index text;
create index sessions_provider on sessions (provider, name_id) where provider is not null;

grant select, insert, update, delete on sso_connection, sso_certificates, sso_keys, sso_identities, sso_domains, sso_attempts to ${live};
grant select, insert, delete on sso_requests, sso_used, sso_arrivals to ${live};

-- People who are asked to come, who come back, and who have left; and what else the platform says of where a tenant stands.

alter table users
  add column invited_at   timestamptz(3),
  add column last_seen_at timestamptz(3),
  add column removed_at   timestamptz(3);

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

alter table standing
  add column parent_id  text,
  add column api_host   text,
  add column plan_until timestamptz(3);
update standing set api_host = host;
alter table standing alter column api_host set not null;

grant select, insert, update, delete on user_links to ${live};

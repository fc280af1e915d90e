-- What an identity provider says by SCIM of the people of an account (RFC 7643).

-- A token of the provider's, by its digest. Two at most are in force, so that one can be exchanged for the other.
create table directory_tokens (
  id           text collate "C" primary key,
  name         text not null,
  token_sha256 text not null unique check (token_sha256 ~ '^[0-9a-f]{64}$'),
  created_by   text collate "C" not null references users (id),
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3)
);

-- Beside the row of `users`: what the provider calls somebody, and what it says of them. Missing for members it never wrote.
create table directory_users (
  user_id     text collate "C" primary key references users (id) on delete cascade,
  -- As it was sent; names differ by more than case.
  user_name   text not null,
  external_id text,
  profile     jsonb not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null
);
create unique index directory_users_name on directory_users (lower(user_name));
create index directory_users_external on directory_users (external_id) where external_id is not null;

create table directory_groups (
  id           text collate "C" primary key,
  display_name text not null,
  external_id  text,
  -- Which role its members have; null for a group that says nothing of that.
  role         text check (role in ('admin', 'developer', 'member')),
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null
);
create unique index directory_groups_name on directory_groups (lower(display_name));
create index directory_groups_external on directory_groups (external_id) where external_id is not null;

create table directory_group_members (
  group_id text collate "C" not null references directory_groups (id) on delete cascade,
  user_id  text collate "C" not null references users (id) on delete cascade,
  primary key (group_id, user_id)
);
create index directory_group_members_user on directory_group_members (user_id);

-- Whose role a group gave: it goes with the group.
create table directory_roles (
  user_id text collate "C" primary key references users (id) on delete cascade
);

-- Lists of members are read in this order, page by page.
create index users_listed on users (created_at, id) where removed_at is null;

grant select, insert, update, delete on directory_tokens, directory_users, directory_groups, directory_group_members, directory_roles to ${live};

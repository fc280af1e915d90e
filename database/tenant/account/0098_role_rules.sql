-- What is read of a person at single sign-on, and which role it gives them.

-- Which of the provider's attributes say it; missing, those that providers usually send.
alter table sso_connection
  add column given_name_attribute  text,
  add column family_name_attribute text,
  add column groups_attribute      text;

-- The first that fits gives the role; where none does, the connection's default does. Nobody becomes an owner by a rule.
create table sso_role_rules (
  position  int primary key check (position > 0),
  -- Missing, what the provider says of groups.
  attribute text,
  value     text not null,
  role      text not null check (role in ('admin', 'developer', 'member'))
);

-- What the provider last said of somebody, for the preview of mapping and rules. Enveloped.
create table sso_last_profile (
  singleton boolean primary key default true check (singleton),
  seen_at   timestamptz(3) not null,
  profile   bytea not null
);

grant select, insert, update, delete on sso_role_rules, sso_last_profile to ${live};

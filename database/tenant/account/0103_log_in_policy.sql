-- How people of the account may log in. One row, locked by whoever changes it and by each log-in with a password.
create table log_in_policy (
  singleton       boolean primary key default true check (singleton),
  -- Since when the identity provider is the only way, and by whom; null while passwords count as well.
  sso_required_at timestamptz(3),
  sso_required_by text collate "C",
  -- When a smaller plan lifted it, until an owner decides anew.
  lifted_at       timestamptz(3),
  -- When the plan had single sign-on again, and people were told so.
  returned_at     timestamptz(3),
  constraint log_in_policy_required check ((sso_required_at is null) = (sso_required_by is null))
);
insert into log_in_policy default values;

-- Owners who keep their password beside a second factor, for the day on which the provider does not work.
create table emergency_owners (
  user_id  text collate "C" primary key references users (id) on delete cascade,
  named_by text collate "C" not null,
  named_at timestamptz(3) not null
);

grant select, update on log_in_policy to ${live};
grant select, insert, delete on emergency_owners to ${live};

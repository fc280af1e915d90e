-- Whether everybody who logs in with a password has to have a second factor. One row, locked by whoever changes it or takes a factor away.
create table factor_policy (
  singleton   boolean primary key default true check (singleton),
  required_at timestamptz(3),
  required_by text collate "C",
  -- From when on people without one set it up before anything else.
  due_at      timestamptz(3),
  constraint factor_policy_required check ((required_at is null) = (required_by is null)),
  constraint factor_policy_due check ((required_at is null) = (due_at is null))
);
insert into factor_policy default values;

-- From when on this browser shows nothing but the way to a second factor; null for somebody who has one, or needs none.
alter table sessions add column factor_due_at timestamptz(3);

grant select, update on factor_policy to ${live};

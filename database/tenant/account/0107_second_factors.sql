-- The second factor of an account's people, and log-ins that wait for it.

create table second_factors (
  user_id      text collate "C" primary key references users (id) on delete cascade,
  -- Enveloped; null until the first code from it was given.
  seed         bytea,
  -- The last time step whose code was taken: that one and all before it are spent.
  step         bigint not null default 0,
  confirmed_at timestamptz(3),
  -- One that is being set up, beside the one that counts.
  next_seed    bytea,
  next_until   timestamptz(3),
  constraint second_factors_confirmed check ((seed is null) = (confirmed_at is null)),
  constraint second_factors_next check ((next_seed is null) = (next_until is null))
);

-- Each lets its owner in once, in the place of a code.
create table recovery_codes (
  user_id     text collate "C" not null references users (id) on delete cascade,
  code_sha256 text not null,
  primary key (user_id, code_sha256)
);

-- A browser in which the password was right and the second factor was not given yet. It is no session: nothing but the question for
-- the code asks for it.
create table half_log_ins (
  token_sha256 text primary key,
  user_id      text collate "C" not null references users (id) on delete cascade,
  next         text,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null
);
create index half_log_ins_user on half_log_ins (user_id);
create index half_log_ins_end on half_log_ins (expires_at);

-- When somebody last proved at this browser who they are; null for when the session began.
alter table sessions add column proved_at timestamptz(3);

grant select, insert, update, delete on second_factors to ${live};
grant select, insert, delete on recovery_codes, half_log_ins to ${live};

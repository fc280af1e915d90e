-- What sandbox_grants.sql gives by the table and the sandbox needs by the column. Run after it, whenever it is.

-- Who made a key, who is written to, whom to ask: everything about people but their passwords.
revoke select on users from ${test};
grant select (id, email, name, role, disabled_at, created_at, updated_at, invited_at, last_seen_at, removed_at, verified_at, time_zone, language)
  on users to ${test};

-- A column has to be updatable for its row to be locked. This one can only be true.
revoke update on chain_head from ${test};
grant update (singleton) on chain_head to ${test};

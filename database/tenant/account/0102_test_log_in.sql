-- A log-in that is only tried: who began it, by which secret their browser is led back to them, and what it showed.
alter table sso_requests
  add column begun_by     text collate "C",
  add column relay_sha256 text;

alter table sso_arrivals
  add column begun_by text collate "C",
  add column version  int;

-- The outline names what an assertion holds, without the values; the result is who a test would have logged in.
alter table sso_attempts
  add column begun_by text collate "C",
  add column outline  jsonb,
  add column result   jsonb;

-- The last test that passed every check: by whom, and of which version of the connection.
alter table sso_connection
  add column tested_at      timestamptz(3),
  add column tested_by      text collate "C",
  add column tested_version int;

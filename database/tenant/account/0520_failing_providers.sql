-- How a provider that keeps the key of a tenant's own certificate fares: since when it does not sign, why (`address`, `unreachable`, `client`, `pin` or
-- `other`), what it said last, and when its people were told.
alter table own_certificates
  add column failing_since   timestamptz(3),
  add column failing_fault   text,
  add column failing_said    text,
  add column failing_told_at timestamptz(3);

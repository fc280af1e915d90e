-- Where a person has logged in to the provider that keeps the key, its tokens are renewed as they end: by one process at a time, until then at most.
alter table own_certificates
  add column renewing_until timestamptz(3);

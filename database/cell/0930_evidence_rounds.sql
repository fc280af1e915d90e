-- When the round of all tenants' evidence began that is under way.
alter table scrub add column begun_at timestamptz not null default '-infinity';

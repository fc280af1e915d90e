-- What was really sent, and how an endpoint fares.

alter table webhook_attempts
  add column url text,
  add column request_headers jsonb,
  add column timings jsonb,
  add column tls_version text;

alter table webhook_endpoints
  -- The first failure since something was delivered.
  add column failing_since timestamptz(3),
  -- Deliveries that used all their attempts since then.
  add column given_up int not null default 0,
  -- Answers in a row that say that nobody is there.
  add column strikes int not null default 0,
  -- Nothing is sent before, so that no attempt is wasted on a server that is down; then one delivery tries.
  add column rests_until timestamptz(3),
  -- Its owners were told that it is about to be disabled, or that it was.
  add column warned_at timestamptz(3),
  add column disabled_at timestamptz(3);

-- Events are added in order of time: this costs next to nothing.
create index events_age on events using brin (created_at);

-- What is told to other programs: events, and their way to the endpoints of webhooks.

create table events (
  id          text collate "C" primary key,
  position    bigint not null unique,
  name        text not null,
  document_id text collate "C",
  body        text not null,
  created_at  timestamptz(3) not null
);
-- Events are added in order of time: this costs next to nothing.
create index events_age on events using brin (created_at);
create table event_counter (
  singleton boolean primary key default true check (singleton),
  position bigint not null default 0
);
insert into event_counter default values;

create table webhook_endpoints (
  id              text collate "C" primary key,
  url             text not null,
  name            text,
  events          text[] not null default '{*}',
  status          text not null default 'enabled' check (status in ('enabled', 'paused', 'disabled')),
  secret          bytea not null,
  pending_secret  bytea,
  pending_since   timestamptz(3),
  disabled_reason text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  -- The first failure since something was delivered.
  failing_since   timestamptz(3),
  -- Deliveries that used all their attempts since then.
  given_up        int not null default 0,
  -- Answers in a row that say that nobody is there.
  strikes         int not null default 0,
  -- Nothing is sent before, so that no attempt is wasted on a server that is down; then one delivery tries.
  rests_until     timestamptz(3),
  -- Its owners were told that it is about to be disabled, or that it was.
  warned_at       timestamptz(3),
  disabled_at     timestamptz(3)
);

create table webhook_deliveries (
  id              text collate "C" primary key,
  endpoint_id     text collate "C" not null references webhook_endpoints (id) on delete cascade,
  event_id        text collate "C" not null references events (id) on delete cascade,
  event           text not null,
  status          text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'exhausted')),
  attempt_count   int  not null default 0,
  next_attempt_at timestamptz(3),
  replay_of       text collate "C",
  created_at      timestamptz(3) not null
) with (fillfactor = 80);
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, event_id) where replay_of is null;
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);

create table webhook_attempts (
  id               text collate "C" primary key,
  delivery_id      text collate "C" not null references webhook_deliveries (id) on delete cascade,
  number           int  not null,
  at               timestamptz(3) not null,
  status_code      int,
  error            text,
  duration_ms      int  not null,
  remote_address   text,
  response_headers jsonb,
  response_excerpt text,
  -- What was really sent, where to, and how long each part took.
  url              text,
  request_headers  jsonb,
  timings          jsonb,
  tls_version      text,
  unique (delivery_id, number)
);

grant select, insert, update, delete on events, webhook_endpoints, webhook_deliveries, webhook_attempts to ${role};
grant select, update on event_counter to ${role};

-- What the API needs: changes that are made once however often they are asked for, and a log of requests.

create table idempotency_keys (
  key           text primary key,
  fingerprint   text not null,
  status        int,
  answer        bytea,
  claimed_until timestamptz(3) not null,
  created_at    timestamptz(3) not null,
  -- Who holds the claim: a process that was too slow finds that another has taken it over.
  claim         text not null
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Thirty days of who asked for what; no bodies, no query strings.
create table api_requests (
  id          text collate "C" primary key,
  key_id      text collate "C" not null,
  method      text not null,
  path        text not null,
  status      int  not null,
  duration_ms int  not null,
  error_code  text,
  ip_address  text,
  at          timestamptz(3) not null
);
create index api_requests_of_key on api_requests (key_id, at desc, id desc);
create index api_requests_age on api_requests (at);

grant select, insert, update, delete on idempotency_keys, api_requests to ${role};

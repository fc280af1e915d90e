-- Browsers in which somebody has logged in: a log-in from another one is mailed to them.
create table known_devices (
  id           text collate "C" primary key,
  user_id      text collate "C" not null references users (id) on delete cascade,
  -- What the browser shows to be recognised, by its digest. Several people may use one browser.
  token_sha256 text not null,
  ip_address   text,
  user_agent   text,
  created_at   timestamptz(3) not null,
  seen_at      timestamptz(3) not null,
  unique (user_id, token_sha256)
);

grant select, insert, update, delete on known_devices to ${live};

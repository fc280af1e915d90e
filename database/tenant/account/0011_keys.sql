-- From where a key may be used, and what took its place.
alter table api_keys
  add column allowed_ips     text[] not null default '{}',
  add column allowed_origins text[] not null default '{}',
  add column replaced_by     text collate "C" references api_keys (id);

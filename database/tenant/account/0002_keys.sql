-- The keys of developers, and the programs that work with the account.

create table api_keys (
  id              text collate "C" primary key,
  environment     text not null check (environment in ('live', 'test')),
  name            text not null,
  scopes          text[] not null,
  prefix          text not null,
  last_four       text not null,
  secret_sha256   text not null unique,
  created_by      text collate "C" not null references users (id),
  last_used_at    timestamptz(3),
  last_used_ip    text,
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  created_at      timestamptz(3) not null,
  -- From where it may be used; empty for everywhere.
  allowed_ips     text[] not null default '{}',
  allowed_origins text[] not null default '{}',
  replaced_by     text collate "C" references api_keys (id)
);

-- Other programs: for each a key and a webhook, which are made and cut together.
create table integrations (
  id          text collate "C" primary key,
  environment text not null check (environment in ('live', 'test')),
  name        text not null,
  -- In the schema of its environment, where no foreign key leads. It is named here before it is made, so that whatever a
  -- process leaves behind that dies in between can be found and cut.
  endpoint_id text collate "C" not null unique,
  -- None until the connection is complete.
  key_id      text collate "C" unique references api_keys (id),
  created_by  text collate "C" not null references users (id),
  created_at  timestamptz(3) not null
);

grant select, insert, update, delete on api_keys to ${live};
grant select, insert, delete, update (key_id) on integrations to ${live};

-- Other programs that work with the account: for each a key and a webhook, which are made and cut together.

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

grant select, insert, delete, update (key_id) on integrations to ${live};

-- Tenants whose work the relay leaves alone: the proof of isolation makes them, and does their work itself, where nothing of it goes out.
create table set_aside (
  scope name primary key,
  since timestamptz(3) not null default now()
);
grant select, insert, delete on set_aside to ${relay};

-- Worker processes that live, with how many jobs of each queue each takes on at once: what one tenant may have in hand is a share of all.
create table workers (
  id       text primary key,
  slots    jsonb not null,
  seen_at  timestamptz(3) not null default now()
);
grant select, insert, update, delete on workers to ${relay};

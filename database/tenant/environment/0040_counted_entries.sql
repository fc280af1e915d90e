-- What others can cause as often as they like is written into the trail once and then counted, until the hour closes or nobody can sign
-- any more.
create table counted_entries (
  id          text collate "C" primary key,
  document_id text collate "C" not null references documents (id) on delete cascade,
  action      text not null,
  actor       jsonb not null,
  details     jsonb not null,
  times       int not null,
  first_at    timestamptz(3) not null,
  last_at     timestamptz(3) not null
);
create index counted_entries_document on counted_entries (document_id);
grant select, insert, update, delete on counted_entries to ${role};

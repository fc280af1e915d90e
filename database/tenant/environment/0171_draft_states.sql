-- What a draft said before, so that people can go back to it; gone once it is sent. The newest row is what it says now.
create table draft_states (
  document_id  text collate "C" not null references documents (id) on delete cascade,
  number       int not null,
  by_id        text collate "C" not null,
  began_at     timestamptz(3) not null,
  at           timestamptz(3) not null,
  -- It was saved by itself, and takes in what the same person goes on to write for a while.
  is_autosaved boolean not null,
  -- Parts that the trail has named in this while.
  changed      text[] not null,
  -- Enveloped under the document's key: who wrote it, and what it says.
  content      bytea not null,
  primary key (document_id, number)
);
grant select, insert, update, delete on draft_states to ${role};

-- When a document's file is next given a time stamp over all of it (PAdES B-LTA), null where none is wanted, and what the newest depends on, such
-- as 'p-256,sha256': empty where there is none yet.
alter table documents
  add column restamp_at timestamptz(3),
  add column stamped_with text not null default '';

-- Few values stand first: what is due of each is found, and what depends on an algorithm that was retired.
create index documents_restamp on documents (stamped_with, restamp_at) where restamp_at is not null;

update documents set restamp_at = now() where later_revisions <> '[]' and erased_at is null;

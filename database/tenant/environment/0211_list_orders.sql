-- The orders that the list of documents can be read in, beside the newest first.
create index documents_activity on documents (updated_at desc, id desc);
create index documents_title on documents (lower(left(title, 100)), id);
drop index documents_expiring;
create index documents_expiring on documents (expires_at, id) where status in ('pending', 'viewed', 'in_progress');

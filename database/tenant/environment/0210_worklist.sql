-- What the home page asks for: what waits, oldest first, whatever else there is.
create index documents_drafts on documents ((coalesce(holder_id, created_by)), updated_at desc) where status = 'draft';
create index documents_open on documents ((coalesce(holder_id, created_by))) where status in ('pending', 'viewed', 'in_progress');
create index documents_expiring on documents (expires_at) where status in ('pending', 'viewed', 'in_progress');
create index signers_waiting on signers (status, sent_at) where status in ('sent', 'delivery_failed');

-- Analytics count what was sent in a period, and not what was sent in all the years before.
create index documents_sent on documents (sent_at) where sent_at is not null;

-- Of all documents that a bulk send makes. A label that is deleted meanwhile is not given.
alter table bulk_sends add column label_ids text[] not null default '{}';

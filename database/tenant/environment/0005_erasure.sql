-- A document that was erased keeps its row, its hashes and its trail; its key, its files and what it said of people are gone.
alter table documents add column erased_at timestamptz(3);
-- When its people were told that its retention ends.
alter table documents add column retention_told_at timestamptz(3);

create index documents_ended on documents ((coalesce(completed_at, declined_at, expired_at, voided_at)))
  where erased_at is null and status in ('completed', 'declined', 'expired', 'voided');

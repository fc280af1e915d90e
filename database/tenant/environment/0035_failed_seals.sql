-- A seal that cannot succeed ends its document.
alter table documents drop constraint documents_status_check;
alter table documents add constraint documents_status_check
  check (status in ('draft', 'pending', 'viewed', 'in_progress', 'completed', 'declined', 'expired', 'voided', 'failed'));
alter table documents add column failed_at timestamptz(3);

drop index documents_ended;
create index documents_ended on documents ((coalesce(completed_at, declined_at, expired_at, voided_at, failed_at)))
  where erased_at is null and status in ('completed', 'declined', 'expired', 'voided', 'failed');

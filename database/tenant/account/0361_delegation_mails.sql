-- A signer handed signing over: mails that come unless somebody turns them off.
alter table unwanted_mails drop constraint unwanted_mails_kind_check,
  add constraint unwanted_mails_kind_check
    check (kind in ('completed', 'declined', 'expired', 'voided', 'undeliverable', 'delegated'));

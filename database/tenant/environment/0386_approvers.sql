-- Somebody may also be asked to approve, without signing.
alter table signers drop constraint signers_role_check;
alter table signers add constraint signers_role_check check (role in ('signer', 'approver', 'copy'));

-- A field that its signer fills with a file. The file lies in the document's vault; the row says under which key, and what is known of it.
alter table fields drop constraint fields_type_check,
  add constraint fields_type_check check (type in
    ('signature', 'date', 'initials', 'checkbox', 'text', 'radio', 'select', 'number', 'email', 'name', 'company', 'note', 'attachment'));
alter table fields add column upload_key text collate "C",
  -- Name, kind, size and hash, enveloped under the document's key. The value is written when its signer finishes, and says the same.
  add column upload bytea;

-- What was not handed in goes with what it was for, in the transaction that ends that, as a draft of values does.
create function forget_uploads() returns trigger
language plpgsql security definer
set search_path = pg_catalog, ${environment}, pg_temp as $body$
begin
  update fields set upload_key = null, upload = null
   where signer_id = new.id and value is null and upload_key is not null;
  return null;
end $body$;
revoke execute on function forget_uploads() from public;

create trigger signers_forget_uploads after update of status, token_sha256, consented_at on signers
  for each row when (new.token_sha256 <> old.token_sha256
    or (new.status <> old.status and new.status in ('signed', 'declined', 'expired', 'voided'))
    or (new.consented_at is null and old.consented_at is not null))
  execute function forget_uploads();

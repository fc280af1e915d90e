-- What a signer has filled in and not handed in yet, enveloped under the document's key: it follows them to another device.
create table signing_drafts (
  signer_id   text collate "C" primary key references signers (id) on delete cascade,
  -- The digest of the signer's link when this was kept: whoever comes after a correction has another, and is shown none of it.
  link_sha256 text not null,
  content     bytea not null,
  -- An older one never takes the place of a newer one.
  entered_at  timestamptz(3) not null
);
grant select, insert, update, delete on signing_drafts to ${role};

-- It goes with what it was for, in the transaction that ends that, whatever way it comes: once they have signed or cannot any more, once
-- another link is theirs, after a correction or an erasure, and once they no longer agree to sign here.
create function forget_signing_draft() returns trigger
language plpgsql security definer
set search_path = pg_catalog, ${environment}, pg_temp as $body$
begin
  delete from signing_drafts where signer_id = new.id;
  return null;
end $body$;
revoke execute on function forget_signing_draft() from public;

create trigger signers_forget_draft after update of status, token_sha256, consented_at on signers
  for each row when (new.token_sha256 <> old.token_sha256
    or (new.status <> old.status and new.status in ('signed', 'declined', 'expired', 'voided'))
    or (new.consented_at is null and old.consented_at is not null))
  execute function forget_signing_draft();

-- SHA-256 of the link that a signer had when their document was erased: it lets nobody in, and says what happened.
alter table signers add column erased_token_sha256 text;
create index signers_erased on signers (erased_token_sha256) where erased_token_sha256 is not null;

-- What a party of a document is asked for: to sign, or nothing but to be sent a copy.
alter table signers add column role text not null default 'signer' constraint signers_role_check check (role in ('signer', 'copy'));

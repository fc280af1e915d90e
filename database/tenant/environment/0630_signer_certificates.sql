-- Whether a signer is asked to sign with a certificate of their own as well, and what is on record of the signature that they made with one.
alter table signers
  add column certificate text check (certificate in ('optional', 'required')),
  add column certified   jsonb,
  add constraint signers_certificate_of_signer check (certificate is null or (role = 'signer' and not in_person));

-- The file with the newest of these signatures, which is what the next one is added to, and what is sealed.
alter table documents add column revision_sha256 text;

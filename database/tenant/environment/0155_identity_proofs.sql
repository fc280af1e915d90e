-- How a signer has to prove who they are, beyond the link; null for most.
alter table signers add column identity text check (identity in ('single_sign_on'));

-- The proof in force of a signer: what the provider sent, enveloped under the document's key, and in which browser it holds.
create table identity_proofs (
  signer_id        text collate "C" primary key references signers (id) on delete cascade,
  proved_at        timestamptz(3) not null,
  browser_sha256   text not null,
  assertion_sha256 text not null check (assertion_sha256 ~ '^[0-9a-f]{64}$'),
  response_sha256  text not null check (response_sha256 ~ '^[0-9a-f]{64}$'),
  response         bytea not null
);
grant select, insert, update, delete on identity_proofs to ${role};

-- What the sender answered to a signer, with who answered, enveloped under the document's key as the question is.
alter table signer_questions add column answer bytea;
alter table signer_questions add column answered_at timestamptz(3);

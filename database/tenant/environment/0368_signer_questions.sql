-- What a signer has written to the sender, enveloped under the document's key.
create table signer_questions (
  id          text collate "C" primary key,
  document_id text collate "C" not null references documents (id) on delete cascade,
  signer_id   text collate "C" not null references signers (id) on delete cascade,
  kind        text not null check (kind in ('question', 'paper')),
  content     bytea not null,
  asked_at    timestamptz(3) not null
);
create index signer_questions_document on signer_questions (document_id, asked_at);
create index signer_questions_signer on signer_questions (signer_id);
grant select, insert, update, delete on signer_questions to ${role};

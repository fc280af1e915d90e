-- What the API needs: changes that are made once however often they are asked for, documents found by words, and a log of requests.

-- Who holds the claim: a process that was too slow finds that another has taken it over.
alter table idempotency_keys add column claim text not null;
create index idempotency_keys_age on idempotency_keys (created_at);

-- Reminders are counted for each signer.
alter table signers add column reminded_at timestamptz(3);

-- The expressions are written the same way in documents_by_words.ts. Marks become spaces, so that an address falls into its parts.
create index documents_words on documents using gin
  (to_tsvector('simple', translate(title, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')));
create index signers_words on signers using gin
  (to_tsvector('simple', translate(name || ' ' || email, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')));
create index documents_metadata on documents using gin (metadata jsonb_path_ops);
create index signers_address on signers (lower(email));

-- Thirty days of who asked for what; no bodies, no query strings.
create table api_requests (
  id          text collate "C" primary key,
  key_id      text collate "C" not null,
  method      text not null,
  path        text not null,
  status      int  not null,
  duration_ms int  not null,
  error_code  text,
  ip_address  text,
  at          timestamptz(3) not null
);
create index api_requests_of_key on api_requests (key_id, at desc, id desc);
create index api_requests_age on api_requests (at);

grant select, insert, update, delete on api_requests to ${role};

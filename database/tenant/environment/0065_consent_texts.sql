-- What signers agreed to, word for word, once per text: the canonical JSON that the trail's SHA-256 covers. It is added to and read.
create table consent_texts (
  sha256   text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  text     text not null,
  kept_at  timestamptz(3) not null
);
grant select, insert on consent_texts to ${role};

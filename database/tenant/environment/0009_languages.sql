-- In which language a signer is spoken to, once that is settled with them; until then the brand of their document says it.
alter table signers add column language text check (language ~ '^[a-z]{2}$');

-- A mail that is tried again keeps the language that its subject was written in.
alter table mails add column language text not null default 'en' check (language ~ '^[a-z]{2}$');

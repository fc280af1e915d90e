-- What the sender says to one signer beside the document's message, and in which language; null where nothing is said.
alter table signers
  add column asked_language text check (asked_language ~ '^[a-z]{2}$'),
  add column message text;

-- A code that is sent to a signer, by mail or to their phone, before the link shows anything; null for most. `access_commitment` then binds
-- where it goes: with another address or number, or by another way, what was entered before is worth nothing.
alter table signers
  add column one_time_code text check (one_time_code in ('email', 'sms')),
  add column phone         text check (phone ~ '^\+[1-9][0-9]{6,14}$');

-- The newest code of a signer, which alone counts. The code itself is stored nowhere: it is made of the document's key, the id and the salt.
create table one_time_codes (
  signer_id         text collate "C" primary key references signers (id) on delete cascade,
  id                text not null unique,
  salt              bytea not null,
  browser_sha256    text not null,
  access_commitment text not null check (access_commitment ~ '^[0-9a-f]{64}$'),
  asked_at          timestamptz(3) not null,
  used_at           timestamptz(3),
  failed_at         timestamptz(3),
  -- How many were asked for since the hour began.
  asked             integer not null check (asked > 0),
  hour_at           timestamptz(3) not null
);
grant select, insert, update, delete on one_time_codes to ${role};

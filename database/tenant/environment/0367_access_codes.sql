-- Commitment to the code that a signer has to enter before the link shows anything; null for most.
alter table signers add column access_commitment text check (access_commitment ~ '^[0-9a-f]{64}$');

-- Wrong codes in a row. Counted before a code is compared; gone with the right one, and with a new one.
create table access_attempts (
  signer_id text collate "C" primary key references signers (id) on delete cascade,
  failures  integer not null check (failures > 0),
  last_at   timestamptz(3) not null
);
grant select, insert, update, delete on access_attempts to ${role};

-- The browsers in which the right code was entered, and which it was: with another code they are worth nothing.
create table access_passes (
  signer_id         text collate "C" not null references signers (id) on delete cascade,
  browser_sha256    text not null,
  access_commitment text not null check (access_commitment ~ '^[0-9a-f]{64}$'),
  granted_at        timestamptz(3) not null,
  primary key (signer_id, browser_sha256)
);
grant select, insert, update, delete on access_passes to ${role};

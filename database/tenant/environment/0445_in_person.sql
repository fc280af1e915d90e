-- Who signs in person, on the device of a member, and gets no link by mail.
alter table signers
  add column in_person boolean not null default false,
  add constraint signers_in_person_check check (not in_person or role = 'signer');

-- The newest way of such a signer to their signing page, which alone counts: a member hands over the device on which it is opened.
create table in_person_links (
  signer_id      text collate "C" primary key references signers (id) on delete cascade,
  id             text not null unique,
  -- The member in whose presence they sign.
  host_id        text not null,
  -- The digest of the signer's own link when this was made. Who comes after a correction has another, and this leads nowhere.
  link_sha256    text not null,
  -- Both tokens are derived from the row and the tenant's key. The first opens once, the second goes on from there.
  salt           bytea not null,
  open_sha256    text not null unique,
  session_sha256 text not null unique,
  created_at     timestamptz(3) not null,
  open_until     timestamptz(3) not null,
  opened_at      timestamptz(3),
  ends_at        timestamptz(3) check ((ends_at is null) = (opened_at is null))
);
grant select, insert, update, delete on in_person_links to ${role};

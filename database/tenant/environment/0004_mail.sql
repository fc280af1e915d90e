-- Mails to the people of an account, addresses that came back, and the way back for what comes back later.

alter table mails
  add column notice_id     text collate "C",
  add column user_id       text collate "C",
  add column bounce_sha256 text unique;

-- Addresses that a mail server has called wrong: no further mail goes to them until somebody takes them off the list.
create table suppressions (
  address    text primary key check (address = lower(address)),
  code       text not null,
  mail_id    text collate "C",
  created_at timestamptz(3) not null
);
create index suppressions_newest on suppressions (created_at desc, address);

grant select, insert, delete on suppressions to ${role};

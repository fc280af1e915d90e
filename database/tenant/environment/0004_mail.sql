-- Mails to signers and to the people of the account, and addresses that came back.

create table mails (
  id          text collate "C" primary key,
  kind        text not null,
  document_id text collate "C",
  signer_id   text collate "C",
  recipient   text not null,
  message_id  text not null unique,
  subject     text not null,
  status      text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'withdrawn', 'mailbox')),
  error       text,
  content     bytea,
  created_at  timestamptz(3) not null,
  sent_at     timestamptz(3),
  notice_id   text collate "C",
  user_id     text collate "C",
  -- The way back for what comes back later.
  bounce_sha256 text unique
);
create index mails_document on mails (document_id);
create index mails_newest on mails (created_at desc, id desc);

-- Addresses that a mail server has called wrong: no further mail goes to them until somebody takes them off the list.
create table suppressions (
  address    text primary key check (address = lower(address)),
  code       text not null,
  mail_id    text collate "C",
  created_at timestamptz(3) not null
);
create index suppressions_newest on suppressions (created_at desc, address);

grant select, insert, update, delete on mails to ${role};
grant select, insert, delete on suppressions to ${role};

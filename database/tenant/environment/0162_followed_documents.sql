-- Who wants all mails about a document, or none; others get what they have chosen for all of theirs.
create table document_mails (
  document_id text collate "C" not null references documents (id) on delete cascade,
  user_id     text collate "C" not null,
  choice      text not null check (choice in ('follow', 'mute')),
  primary key (document_id, user_id)
);

grant select, insert, update, delete on document_mails to ${role};

-- The signer of whom a mail to a member tells.
alter table mails add column about_id text collate "C";

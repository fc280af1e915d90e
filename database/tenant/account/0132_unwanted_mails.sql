-- Mails about documents that people do not want. What keeps an account safe is no choice, and has no kind here.
create table unwanted_mails (
  user_id text collate "C" not null references users (id) on delete cascade,
  kind    text not null check (kind in ('completed', 'declined', 'expired', 'voided', 'undeliverable')),
  primary key (user_id, kind)
);

grant select, insert, delete on unwanted_mails to ${live};

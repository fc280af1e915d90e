-- Changes of a person's address: asked for, until the new mailbox is proved; then made, until they can no longer be undone.
create table address_changes (
  id             text collate "C" primary key,
  user_id        text collate "C" not null references users (id) on delete cascade,
  old_email      text not null check (old_email = lower(old_email)),
  new_email      text not null check (new_email = lower(new_email)),
  -- The tokens are derived from the row and the tenant's key, and found by their digests.
  salt           bytea not null,
  confirm_sha256 text not null unique,
  refuse_sha256  text not null unique,
  undo_sha256    text not null unique,
  requested_at   timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  changed_at     timestamptz(3),
  undo_until     timestamptz(3),
  constraint address_changes_made check ((changed_at is null) = (undo_until is null))
);
-- One at a time for each person.
create unique index address_changes_pending on address_changes (user_id) where changed_at is null;
create index address_changes_user on address_changes (user_id);

grant select, insert, update, delete on address_changes to ${live};

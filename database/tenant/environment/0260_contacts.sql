-- Whom each member has asked to sign, so that they are completed as the member types. Nobody else reads them.
create table contacts (
  id           text collate "C" primary key,
  user_id      text collate "C" not null,
  -- The address in lower case: one contact for each.
  address      text collate "C" not null,
  name         text not null,
  email        text not null,
  language     text check (language ~ '^[a-z]{2}$'),
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  unique (user_id, address)
);
create index contacts_recent on contacts (user_id, last_used_at desc, id desc);
create index contacts_address on contacts (address);

-- Members for whom nobody is remembered.
create table contacts_off (
  user_id text collate "C" primary key
);

grant select, insert, update, delete on contacts to ${role};
grant select, insert, delete on contacts_off to ${role};

-- A member who is removed takes theirs along, in both environments and in the transaction that removes them, whatever way it comes. The
-- people are the account's, and its live role does not reach into the sandbox.
create function forget_contacts_of_removed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, ${environment}, pg_temp as $body$
begin
  delete from contacts where user_id = new.id;
  delete from contacts_off where user_id = new.id;
  return null;
end $body$;
revoke execute on function forget_contacts_of_removed() from public;

create trigger forget_contacts_in_${environment} after update of removed_at on ${account}.users
  for each row when (new.removed_at is not null and old.removed_at is null)
  execute function forget_contacts_of_removed();

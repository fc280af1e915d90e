-- What members ask of the list of documents again and again, by a name: a part of an address, which is read anew whenever it is opened.
create table saved_views (
  id          text collate "C" primary key,
  user_id     text collate "C" not null,
  name        text not null check (char_length(name) between 1 and 60),
  query       text not null check (char_length(query) between 1 and 8000),
  -- A team, 'everybody', or nobody else.
  shared_with text collate "C",
  created_at  timestamptz(3) not null
);
create unique index saved_views_name on saved_views (user_id, lower(name));
create index saved_views_shared on saved_views (shared_with) where shared_with is not null;

grant select, insert, update, delete on saved_views to ${role};

-- A member who is removed takes their own along, in both environments; what they shared stays with those they shared it with.
create function forget_views_of_removed() returns trigger
language plpgsql security definer
set search_path = pg_catalog, ${environment}, pg_temp as $body$
begin
  delete from saved_views where user_id = new.id and shared_with is null;
  return null;
end $body$;
revoke execute on function forget_views_of_removed() from public;

create trigger forget_views_in_${environment} after update of removed_at on ${account}.users
  for each row when (new.removed_at is not null and old.removed_at is null)
  execute function forget_views_of_removed();

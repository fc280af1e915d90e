-- A member can be removed by hand, by SCIM, or when the account is handed over. Each time the provider's name for them is free, and no group holds them.
create function leave_directory() returns trigger language plpgsql
set search_path = pg_catalog, ${account}, pg_temp as $$
begin
  delete from ${account}.directory_users where user_id = new.id;
  delete from ${account}.directory_group_members where user_id = new.id;
  delete from ${account}.directory_roles where user_id = new.id;
  return null;
end $$;
revoke execute on function leave_directory() from public;
create trigger users_leave_directory after update of removed_at on users
  for each row when (new.removed_at is not null) execute function leave_directory();

delete from directory_users d using users u where u.id = d.user_id and u.removed_at is not null;
delete from directory_group_members m using users u where u.id = m.user_id and u.removed_at is not null;
delete from directory_roles r using users u where u.id = r.user_id and u.removed_at is not null;

-- Since when a piece of work fails, counted from when it was due. What is put off to a date, or because somebody else's server does not
-- answer, does not fail.
alter table outbox add column failing_since timestamptz(3);

create function put_off(work_id text, work_fence int, until timestamptz, is_failing boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update cell.outbox
     set due_at = until, lease_until = null, tries = tries + 1,
         failing_since = case when is_failing then coalesce(failing_since, due_at) end
   where id = work_id and fence = work_fence and scope = current_setting('role')::name and lease_until is not null;
  if not found then
    raise exception 'the lease on % is lost', work_id using errcode = 'CS001';
  end if;
end $$;

revoke execute on function put_off(text, int, timestamptz, boolean) from public;
grant execute on function put_off(text, int, timestamptz, boolean) to ${tenant};

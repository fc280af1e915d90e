-- What it was about is gone: work of a kind that waits in a lane is never given out. What a worker has in hand, or somebody else has
-- locked, is left to end by itself.
create function withdraw(work_kind text, work_lane text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from cell.outbox
   where id in (
     select id from cell.outbox
      where kind = work_kind and scope = current_setting('role')::name and lane = work_lane and lease_until is null
        for update skip locked);
end $$;
revoke execute on function withdraw(text, text) from public;
grant execute on function withdraw(text, text) to ${tenant};

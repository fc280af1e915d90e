-- A sandbox's clock was moved on: what waits for its time there waits that much less. What is under way keeps its lease, and what is being
-- finished or put off at this moment is passed over: it counts from the clock as it will be. Only sandboxes have a clock to move.
create function hasten(by_ms double precision) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') not like 't\_%\_test' or by_ms < 0 then
    raise exception 'only the clock of a sandbox moves, and only on' using errcode = 'CS004';
  end if;
  update cell.outbox set due_at = due_at - by_ms * interval '1 millisecond'
   where id in (
     select id from cell.outbox
      where scope = current_setting('role')::name and due_at > clock_timestamp() for update skip locked);
end $$;
revoke execute on function hasten(double precision) from public;
grant execute on function hasten(double precision) to ${tenant};

-- A sandbox's clock was moved on: what is held until an operator lets it go (0400_held_work.sql) waits for no clock, and is passed over.
create or replace function hasten(by_ms double precision) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') not like 't\_%\_test' or by_ms < 0 then
    raise exception 'only the clock of a sandbox moves, and only on' using errcode = 'CS004';
  end if;
  update cell.outbox set due_at = due_at - by_ms * interval '1 millisecond'
   where id in (
     select id from cell.outbox
      where scope = current_setting('role')::name and due_at > clock_timestamp()
        and due_at < '9999-01-01 00:00:00+00' for update skip locked);
end $$;

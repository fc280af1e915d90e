-- Work of one tenant that was given out together, to one job of the queues.
alter table outbox add column bundle text collate "C";

-- The same as for one piece of work, for several: all of them, or none.
create function hold_all(work_ids text[], work_fences int[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held int;
begin
  select count(*) into held
    from unnest(work_ids, work_fences) as asked (id, fence) join cell.outbox as work using (id, fence)
   where scope = current_setting('role')::name and lease_until is not null;
  if held < cardinality(work_ids) then
    raise exception 'a lease of % is lost', cardinality(work_ids) using errcode = 'CS001';
  end if;
end $$;

create function finish_all(work_ids text[], work_fences int[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended int;
begin
  delete from cell.outbox as work
   using unnest(work_ids, work_fences) as asked (id, fence)
   where work.id = asked.id and work.fence = asked.fence
     and scope = current_setting('role')::name and lease_until is not null;
  get diagnostics ended = row_count;
  if ended < cardinality(work_ids) then
    raise exception 'a lease of % is lost', cardinality(work_ids) using errcode = 'CS001';
  end if;
end $$;

revoke execute on function hold_all(text[], int[]), finish_all(text[], int[]) from public;
grant execute on function hold_all(text[], int[]), finish_all(text[], int[]) to ${tenant};

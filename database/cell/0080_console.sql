-- What the console shows and does of a cell's work, by the platform's own login: the web process has no secret of the relay's. The platform
-- sees ids of work that does not come to its end, and when what recurs was last done; it can put such work at the head of the queue, and nothing else.
create view stuck_work as
  select id, scope, kind, ref, tries, due_at, created_at from outbox
   where kind in ('webhooks.exhausted', 'seal.given_up', 'evidence.check') or (kind <> 'webhooks.deliver' and tries >= 3)
      or (due_at < clock_timestamp() - interval '10 minutes' and (lease_until is null or lease_until < clock_timestamp()));

-- What a worker has in hand is left alone. Answers whether the work was there and waited.
create function retry_stuck(work_id text) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with retried as (
    update cell.outbox set due_at = clock_timestamp(), tries = 0
     where id = work_id and id in (select stuck.id from cell.stuck_work as stuck)
       and (lease_until is null or lease_until < clock_timestamp())
    returning id)
  select exists (select from retried)
$$;

-- The mark of a delivery that used all its attempts; the delivery itself stays its tenant's.
create function settle_exhausted(work_id text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from cell.outbox where id = work_id and kind = 'webhooks.exhausted'
$$;

grant usage on schema cell to ${platform};
grant select on stuck_work, ledger to ${platform};
grant select (name, done_at) on ticks to ${platform};
revoke execute on function retry_stuck(text), settle_exhausted(text) from public;
grant execute on function retry_stuck(text), settle_exhausted(text) to ${platform};

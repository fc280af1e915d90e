-- Work that is put off again and again was created long before it began to fail.
create or replace view stuck_work as
  select id, scope, kind, ref, tries, due_at, created_at, failing_since from outbox
   where kind in ('webhooks.exhausted', 'seal.given_up', 'evidence.check') or (tries >= 3 and failing_since is not null)
      or (due_at < clock_timestamp() - interval '10 minutes' and (lease_until is null or lease_until < clock_timestamp()))
      or due_at >= timestamptz '9999-01-01 00:00:00+00';

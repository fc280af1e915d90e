-- Mails and webhooks of a database that was restored to an earlier moment: they are due when no clock will be, and wait for an operator.
create or replace view stuck_work as
  select id, scope, kind, ref, tries, due_at, created_at from outbox
   where kind in ('webhooks.exhausted', 'seal.given_up', 'evidence.check') or (kind <> 'webhooks.deliver' and tries >= 3)
      or (due_at < clock_timestamp() - interval '10 minutes' and (lease_until is null or lease_until < clock_timestamp()))
      or due_at >= timestamptz '9999-01-01 00:00:00+00';

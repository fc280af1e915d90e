-- A reset leaves dates that are not there as they are: `least` passes over nulls, so each healthy endpoint got the date of its end.
do $do$
begin
  if '${environment}' not like '%\_test' then
    return;
  end if;

  create or replace function reset_sandbox() returns jsonb
  language plpgsql security definer
  set search_path = pg_catalog, ${environment}, ${account}, pg_temp
  set lock_timeout = '5s' as $body$
  declare
    removed jsonb;
  begin
    if current_setting('role') <> '${role}' then
      raise exception 'a sandbox is reset from within' using errcode = 'CS005';
    end if;
    if not pg_try_advisory_xact_lock(hashtextextended('reset of ${environment}', 0)) then
      raise exception 'the sandbox is being reset' using errcode = 'CS006';
    end if;
    lock table test_clock in access exclusive mode;

    select jsonb_build_object(
      'documents', (select count(*) from documents),
      'auditEntries', (select count(*) from audit_entries),
      'events', (select count(*) from events),
      'deliveries', (select count(*) from webhook_deliveries),
      'mails', (select count(*) from mails)) into removed;

    -- Their keys go with the rows, so that the files are noise from now on. What is being sealed at this moment may be stored later.
    insert into cell.outbox (scope, kind, ref) select '${role}', 'documents.remove_files', id from documents;
    insert into cell.outbox (scope, kind, ref, due_at)
      select '${role}', 'documents.remove_files', id, clock_timestamp() + interval '10 minutes' from documents
       where status = 'in_progress' and sealing_at is not null;

    -- first what refers to others, so that nothing is left to be looked for
    delete from personal_values;
    delete from audit_entries;
    delete from webhook_attempts;
    delete from webhook_deliveries;
    delete from events;
    delete from link_fetches;
    delete from identity_proofs;
    delete from signatures;
    delete from fields;
    delete from signers;
    delete from documents;
    delete from mails;
    delete from suppressions;
    delete from consent_texts;
    -- answers that name what is gone; claims of requests that are under way, such as this one, stay
    delete from idempotency_keys where status is not null;

    -- Endpoints stay as they are, and are as well as on their first day. None of their dates lies in the future now.
    update webhook_endpoints set
      failing_since = null, given_up = 0, strikes = 0, rests_until = null, warned_at = null,
      created_at = least(created_at, now()), updated_at = least(updated_at, now()),
      pending_since = case when pending_since is not null then least(pending_since, now()) end,
      -- with the events went all that one that works again had missed
      disabled_at = case when status = 'disabled' then least(disabled_at, now()) end;
    update test_clock set offset_ms = 0, moved_ms = 0;

    -- Last: a relay that met these rows would pass them over until the end of this, as this passes over what is in its hands.
    delete from cell.outbox where id in (
      select id from cell.outbox where scope = '${role}' and kind <> 'documents.remove_files' for update skip locked);
    return removed;
  end $body$;

  update webhook_endpoints set pending_since = null where pending_secret is null and pending_since is not null;
  -- An endpoint is disabled over an event that is older; a reset leaves none.
  update webhook_endpoints set disabled_at = null
   where status <> 'disabled' and disabled_at is not null
     and not exists (select from events where created_at < disabled_at);
end $do$;

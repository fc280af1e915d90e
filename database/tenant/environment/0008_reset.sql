-- A sandbox can be begun anew. Live cannot: there the function is not, and the trail refuses everybody.
do $do$
begin
  if '${environment}' not like '%\_test' then
    return;
  end if;

  -- The trail of a sandbox ends with its documents, by the function below and in the sandbox's own unit. Nobody else removes an entry,
  -- and nobody at all changes one.
  drop trigger audit_entries_kept on audit_entries;
  create trigger audit_entries_unchanged before update on audit_entries for each row execute function cell.refuse_change();
  create trigger audit_entries_kept before delete on audit_entries for each row
    when (current_user <> '${migrator}' or current_setting('role') <> '${role}') execute function cell.refuse_change();
  alter table audit_entries enable always trigger audit_entries_unchanged;
  alter table audit_entries enable always trigger audit_entries_kept;

  -- Every unit of the sandbox has read the clock before anything else and holds its table until it ends. So the lock on it waits for all
  -- that is under way here, and whatever comes meanwhile waits for the end of this. Two resets would wait for each other: one is refused.
  create function reset_sandbox() returns jsonb
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
    delete from signatures;
    delete from fields;
    delete from signers;
    delete from documents;
    delete from mails;
    delete from suppressions;
    -- answers that name what is gone; claims of requests that are under way, such as this one, stay
    delete from idempotency_keys where status is not null;

    -- Endpoints stay as they are, and are as well as on their first day. None of their dates lies in the future now.
    update webhook_endpoints set
      failing_since = null, given_up = 0, strikes = 0, rests_until = null, warned_at = null,
      created_at = least(created_at, now()), updated_at = least(updated_at, now()),
      pending_since = least(pending_since, now()), disabled_at = least(disabled_at, now());
    update test_clock set offset_ms = 0, moved_ms = 0;

    -- Last, and while nobody hands out work: a relay that met these rows would wait for the end of this.
    perform from cell.ticks where name = 'relay' for update;
    delete from cell.outbox where scope = '${role}' and kind <> 'documents.remove_files';
    return removed;
  end $body$;
  grant execute on function reset_sandbox() to ${role};
end $do$;

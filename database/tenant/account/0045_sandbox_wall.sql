-- What stands between the sandbox and live inside of an account: sandbox_limits.sql has the other half, the rights of the sandbox's role.

-- The end of the security chain moves with the entries, and by nothing else: whoever may add entries need not be able to say where the chain
-- ends. Rows come in the order of their sequences; those that an archive brings do not move an end that came with them.
create function move_chain_head() returns trigger language plpgsql security definer
set search_path = pg_catalog, ${account}, pg_temp as $$
begin
  update ${account}.chain_head head set sequence = last.sequence, hash = last.hash
    from (select sequence, hash from added order by sequence desc limit 1) last
   where head.sequence < last.sequence;
  return null;
end $$;
revoke execute on function move_chain_head() from public;
create trigger security_entries_move_head after insert on security_entries
  referencing new table as added for each statement execute function move_chain_head();
alter table security_entries enable always trigger security_entries_move_head;

-- The sandbox sees its own keys alone. Its role need not be there yet.
alter table api_keys enable row level security;
create policy api_keys_of_scope on api_keys using (current_user <> '${test}' or environment = 'test');

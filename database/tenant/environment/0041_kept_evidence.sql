-- The certificate of a document that has ended: made once, and named by an entry of the trail.
alter table documents
  add column certificate_sha256 text,
  add column certificate_bytes int;

-- Personal values of a trail go only by this function, which asks for the entry that says so as the last of the chain. Of a draft that
-- was deleted all go; of an erased document all that stand before the entry of its erasure.
revoke delete on personal_values from ${role};

create function erase_personal_values(document text) returns void
language plpgsql security definer
set search_path = pg_catalog, ${environment}, pg_temp as $body$
declare
  ending audit_entries;
begin
  if current_setting('role') <> '${role}' then
    raise exception 'personal values are erased from within' using errcode = 'CS005';
  end if;
  select * into ending from audit_entries where chain = document order by sequence desc limit 1;
  if ending.action is null or ending.action not in ('document.erased', 'document.deleted') then
    raise exception 'the trail of % does not end with an erasure', document using errcode = 'CS007';
  end if;
  delete from personal_values v using audit_entries e
   where e.id = v.entry_id and e.chain = document
     and (ending.action = 'document.deleted' or e.sequence < ending.sequence);
end $body$;
revoke execute on function erase_personal_values(text) from public;
grant execute on function erase_personal_values(text) to ${role};

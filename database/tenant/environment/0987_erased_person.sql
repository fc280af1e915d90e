-- Of a trail that stays, the values about one person go, who is no longer asked there. The last entry names each of them by entry and field; nothing
-- else goes, and never what was uploaded, sent, signed, approved or declined. Who was asked goes only where that entry says it anew.
create function erase_named_values(document text) returns void
language plpgsql security definer
set search_path = pg_catalog, ${environment}, pg_temp as $body$
declare
  ending audit_entries;
  refused text;
begin
  if current_setting('role') <> '${role}' then
    raise exception 'personal values are erased from within' using errcode = 'CS005';
  end if;
  select * into ending from audit_entries where chain = document order by sequence desc limit 1;
  if ending.action is distinct from 'person.erased' then
    raise exception 'the trail of % does not end with the erasure of a person', document using errcode = 'CS007';
  end if;
  select format('%s of entry %s', named.field, named.sequence) into refused
    from (select key::int as sequence, jsonb_array_elements_text(value) as field
            from jsonb_each(ending.body::jsonb -> 'details' -> 'values')) named
    left join audit_entries e on e.chain = document and e.sequence = named.sequence and e.sequence < ending.sequence
   where case named.field
           when 'signers' then e.action in ('document.sent', 'person.erased')
             and exists (select from personal_values where entry_id = ending.id and field = 'signers')
           else named.field in ('actorName', 'ipAddress', 'userAgent', 'email', 'to', 'reason', 'fileName',
                                'nameBefore', 'nameAfter', 'emailBefore', 'emailAfter', 'phoneBefore', 'phoneAfter')
             and e.action not in ('document.created', 'document.uploaded', 'document.sent', 'document.signed', 'document.approved',
                                  'document.declined', 'document.voided', 'signer.certificate_signed', 'person.erased')
         end is not true
   limit 1;
  if refused is not null then
    raise exception 'the trail of % keeps %', document, refused using errcode = 'CS007';
  end if;
  delete from personal_values v
   using audit_entries e, jsonb_each(ending.body::jsonb -> 'details' -> 'values') named
   where e.chain = document and e.sequence = named.key::int and v.entry_id = e.id
     and named.value ? v.field;
end $body$;
revoke execute on function erase_named_values(text) from public;
grant execute on function erase_named_values(text) to ${role};

-- Documents were looked for by the time stamp over the whole alone. Now they are looked at once the first of their files is due: at once where a
-- file has proofs and no such stamp, else 60 days before its stamp ends, or in the last quarter of its time.
update documents d
   set restamp_at = least(d.restamp_at, part.due),
       stamped_with = part.stamped_with
  from (select id, min(stamp.due) as due,
               (select coalesce(string_agg(distinct name, ',' order by name), '')
                  from unnest(string_to_array(string_agg(stamp.stamped_with, ','), ',')) as name where name <> '') as stamped_with
          from documents
         cross join lateral (
           select stamped_with, null::timestamptz as due
            union all
           select file -> 'seal' ->> 'stampedWith',
                  case when newest ->> 'level' = 'B-LT' then now()
                       else until - least(interval '60 days', (until - (newest ->> 'at')::timestamptz) / 4) end
             from jsonb_array_elements(files) as file
            cross join lateral (select file -> 'seal' -> 'laterRevisions' -> -1) as revision (newest)
            cross join lateral (select (newest ->> 'until')::timestamptz) as ending (until)
            where newest is not null) as stamp
         where files <> '[]' and status = 'completed' and erased_at is null
         group by id) as part
 where d.id = part.id and part.due is not null;

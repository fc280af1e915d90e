-- Names of actors, side by side: a search for a part of one reads these and no other personal values.
create index security_values_by_name on security_values (value, entry_id) where field = 'actorName';

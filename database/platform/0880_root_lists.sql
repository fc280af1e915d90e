-- The key of a root may be kept away from the installation, in a file or on a token that is not plugged in. What the root has revoked is then
-- a list that it has signed for a long time; the newest is in force.
create table root_lists (
  authority_id text collate "C" not null references seal_authorities (id),
  made_at      timestamptz(3) not null,
  good_until   timestamptz(3) not null check (good_until > made_at),
  list         bytea not null,
  primary key (authority_id, made_at)
);

grant select, insert on root_lists to ${platform};

-- A key can be taken away. Nothing can be put in its place, and no other column changes.
create function refuse_other_keys() returns trigger language plpgsql set search_path from current as $$
begin
  if old.kind <> 'root' or old.private_key is null or new.private_key is not null or new.stored_key not like 'offline:%' then
    raise exception 'of an authority only the key of a root changes, which can be taken away';
  end if;
  return new;
end $$;

create trigger seal_authorities_kept before update on seal_authorities
  for each row execute function refuse_other_keys();

grant update (private_key, stored_key) on seal_authorities to ${platform};

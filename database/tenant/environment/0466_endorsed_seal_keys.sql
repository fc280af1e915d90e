-- Keys whose certificates are the tenant's own. Ours issues another for the same key, the endorsement; once out of use, a row has no key any more.
alter table seal_keys
  add column own_certificate text collate "C",
  add column endorsement     bytea,
  add column retired_at      timestamptz(3),
  drop constraint seal_keys_check,
  add constraint seal_keys_one_key check (
    case when retired_at is null then (private_key is null) <> (stored_key is null) else private_key is null end),
  add constraint seal_keys_endorsed check ((own_certificate is null) = (endorsement is null));

grant update (private_key, retired_at) on seal_keys to ${role};

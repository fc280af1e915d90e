-- The key of a certificate may be in a store outside, which signs with it: the row then says where, such as `vault:countersign-seal-live-…`.
alter table seal_keys
  alter column private_key drop not null,
  add column stored_key text collate "C",
  add check ((private_key is null) <> (stored_key is null));

-- Which authority issued a certificate, so that a tenant seals with one of the newest. Null: a root of earlier releases, directly.
alter table seal_keys add column authority_id text collate "C";

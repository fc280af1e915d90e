-- The numbered files that a schema has been through, each with the SHA-256 that it had then: {"0001_people.sql": "…"}.
-- Null in rows that were written before; the next migration fills them in.
alter table ledger add column steps jsonb;

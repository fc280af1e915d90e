-- Domains of addresses are proved by a record in the DNS, which is looked for again and again.

alter table sso_domains
  add column id             text collate "C" not null default 'ssd_' || replace(gen_random_uuid()::text, '-', ''),
  -- The record has to be there for the first two; `failing` still counts, `lapsed` no longer does.
  add column status         text not null default 'pending' check (status in ('pending', 'proved', 'failing', 'lapsed')),
  -- Whether owners come in by a proof of it: an owner has said so, or the platform's operator.
  add column lets_owners_in boolean not null default false,
  -- The record is right, and another account of the platform has the domain.
  add column is_taken       boolean not null default false,
  add column findings       jsonb,
  add column failing_since  timestamptz(3),
  add constraint sso_domains_proof check ((proved_at is not null) = (status in ('proved', 'failing')) or proof = 'operator');

update sso_domains set status = 'proved', lets_owners_in = true where proved_at is not null;

create unique index sso_domains_id on sso_domains (id);

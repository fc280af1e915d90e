-- Certificates of the tenant's own, for seals of live documents. One is in use at most; the others were replaced, removed, revoked or have ended.
create table own_certificates (
  id          text collate "C" primary key,
  -- Where its key is: it came in a file, and is enveloped in the rows of `seal_keys`; or a provider keeps it, and signs with it.
  source      text not null check (source in ('file', 'provider')),
  certificate bytea not null,
  -- Its issuers, as far as they are known.
  chain       bytea[] not null,
  -- How to reach the provider, enveloped; gone once it is out of use.
  access      bytea,
  ends_at     timestamptz(3) not null,
  created_by  text collate "C" not null,
  created_at  timestamptz(3) not null,
  retired_at  timestamptz(3),
  -- How many days before its end it was last announced.
  told_days   int,
  check ((access is null) = (source = 'file' or retired_at is not null))
);
create unique index own_certificates_in_use on own_certificates ((true)) where retired_at is null;

grant select, insert, update on own_certificates to ${live};

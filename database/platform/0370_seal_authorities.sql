-- Who issues the certificates of seals. In each environment a root, and below it authorities that issue for tenants, one after the other: the
-- newest does. A `direct` authority is a root of earlier releases, whose path length lets it issue to tenants alone; it issues no more, and
-- what it has issued stays good.
create table seal_authorities (
  id          text collate "C" primary key,
  environment text not null check (environment in ('live', 'test')),
  kind        text not null check (kind in ('root', 'issuing', 'direct')),
  generation  int not null check (generation > 0),
  issuer_id   text collate "C" references seal_authorities (id),
  certificate bytea not null,
  -- PKCS#8, enveloped under the platform's root.
  private_key bytea not null,
  created_at  timestamptz(3) not null default now(),
  unique (environment, kind, generation),
  check ((kind = 'issuing') = (issuer_id is not null))
);

insert into seal_authorities (id, environment, kind, generation, certificate, private_key, created_at)
select id, environment, 'direct', 1, certificate, private_key, created_at from certificate_authorities;

-- The previous release makes its authorities in the old table until it has stopped.
create function copy_earlier_authority() returns trigger language plpgsql set search_path from current as $$
begin
  insert into seal_authorities (id, environment, kind, generation, certificate, private_key, created_at)
  values (new.id, new.environment, 'direct', 1, new.certificate, new.private_key, new.created_at);
  return null;
end $$;

create trigger certificate_authorities_copied after insert on certificate_authorities
  for each row execute function copy_earlier_authority();

-- Numbers alone, so that the responder tells what was issued from what was not; whose they are is in the tenants' schemas.
create table issued_certificates (
  serial       text collate "C" primary key check (serial ~ '^[0-9a-f]{2,40}$'),
  authority_id text collate "C" not null references seal_authorities (id),
  issued_at    timestamptz(3) not null
);

alter table certificate_revocations drop constraint certificate_revocations_authority_id_fkey;
alter table certificate_revocations
  add constraint certificate_revocations_authority_id_fkey foreign key (authority_id) references seal_authorities (id);

grant select, insert on seal_authorities, issued_certificates to ${platform};

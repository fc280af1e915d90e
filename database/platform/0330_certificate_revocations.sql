-- Certificates that seals are no longer made with. Numbers alone: whose they were is in the trails.
create table certificate_revocations (
  -- Lower-case hexadecimal, as certificates have it.
  serial       text collate "C" primary key check (serial ~ '^[0-9a-f]{2,40}$'),
  authority_id text collate "C" not null references certificate_authorities (id),
  reason       text not null check (reason in ('key_compromise', 'superseded', 'cessation')),
  -- Seals made from then on do not count; may be before it was recorded.
  revoked_at   timestamptz(3) not null,
  recorded_at  timestamptz(3) not null
);

grant select, insert on certificate_revocations to ${platform};

-- How the tenant appears. Of its own brand every value may be missing: it is then inherited.

alter table brand
  alter column name drop not null,
  alter column color drop not null,
  add column logo          text,
  add column icon          text,
  add column link_color    text,
  add column radius        text check (radius in ('none', 'small', 'medium', 'large')),
  add column font          text,
  add column sender_name   text,
  add column mail_footer   text,
  add column imprint_url   text,
  add column privacy_url   text,
  add column terms_url     text,
  add column consent       jsonb,
  add column redirect_url  text,
  add column redirect_hosts text[],
  add column languages     text[];

-- One row: what the reseller and the platform hand down, projected here so that nothing reads another tenant.
create table inherited_brand (
  singleton boolean primary key default true check (singleton),
  look        jsonb not null default '{}',
  -- Whose it is: the tenant's reseller, or the platform.
  reseller    text,
  updated_at  timestamptz(3) not null default now()
);
insert into inherited_brand default values;

-- Pictures by the SHA-256 of their bytes: a sent document names them, so that a later logo does not change it.
create table brand_images (
  sha256     text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes      bytea not null,
  width      int not null,
  height     int not null,
  -- Handed down with the inherited brand, and not this tenant's own.
  is_inherited boolean not null default false,
  created_at timestamptz(3) not null default now()
);

-- The brand as it was, to go back to.
create table brand_versions (
  version    int primary key,
  look       jsonb not null,
  actor_id   text collate "C",
  actor_name text not null,
  created_at timestamptz(3) not null
);

grant select on inherited_brand to ${live};
grant select, insert, delete on brand_images, brand_versions to ${live};

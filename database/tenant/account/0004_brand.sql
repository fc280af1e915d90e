-- How the tenant appears.

-- One row: its own brand, of which every value may be missing: it is then inherited.
create table brand (
  singleton      boolean primary key default true check (singleton),
  name           text,
  color          text,
  support_email  text,
  version        int not null default 1,
  updated_at     timestamptz(3) not null,
  logo           text,
  icon           text,
  link_color     text,
  radius         text check (radius in ('none', 'small', 'medium', 'large')),
  font           text,
  sender_name    text,
  mail_footer    text,
  imprint_url    text,
  privacy_url    text,
  terms_url      text,
  consent        jsonb,
  redirect_url   text,
  redirect_hosts text[],
  languages      text[]
);

-- One row: what the reseller and the platform hand down, projected here so that nothing reads another tenant.
create table inherited_brand (
  singleton  boolean primary key default true check (singleton),
  look       jsonb not null default '{}',
  -- Whose it is: the tenant's reseller, or the platform.
  reseller   text,
  updated_at timestamptz(3) not null default now()
);
insert into inherited_brand default values;

-- Pictures by the SHA-256 of their bytes: a sent document names them, so that a later logo does not change it.
create table brand_images (
  sha256       text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes        bytea not null,
  width        int not null,
  height       int not null,
  -- Handed down with the inherited brand, and not this tenant's own.
  is_inherited boolean not null default false,
  created_at   timestamptz(3) not null default now()
);

-- The brand as it was, to go back to.
create table brand_versions (
  version    int primary key,
  look       jsonb not null,
  actor_id   text collate "C",
  actor_name text not null,
  created_at timestamptz(3) not null
);

grant select, insert, update, delete on brand to ${live};
grant select on inherited_brand to ${live};
grant select, insert, delete on brand_images, brand_versions to ${live};

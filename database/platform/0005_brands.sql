-- What resellers and the platform itself have published of their brands, for the tenants below them to inherit.

create table brands (
  owner      text collate "C" primary key, -- a tenant's id, or `platform`
  look       jsonb not null default '{}',
  version    int  not null default 1,
  updated_at timestamptz(3) not null default now()
);

-- The pictures that those brands name. They are made by us from what was uploaded, and shown to everybody.
create table brand_images (
  owner      text collate "C" not null references brands (owner) on delete cascade,
  sha256     text collate "C" not null,
  bytes      bytea not null,
  width      int not null,
  height     int not null,
  primary key (owner, sha256)
);

grant select, insert, update, delete on brands, brand_images to ${platform};
insert into brands (owner) values ('platform');

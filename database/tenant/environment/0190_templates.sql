-- Templates: a file with fields for roles, which people fill when a document is made of it.

create table templates (
  id          text collate "C" primary key,
  -- Of its newest version, for lists and searches.
  title       text not null,
  version     int not null default 1 check (version >= 1),
  -- A member or a team; null for the one who made it.
  holder_id   text collate "C",
  created_by  text collate "C" not null,
  created_via text collate "C",
  archived_at timestamptz(3),
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null
);
create index templates_newest on templates (updated_at desc, id desc);

-- The file of one version or of several. Its id is the folder in the storage.
create table template_files (
  id               text collate "C" primary key,
  template_id      text collate "C" not null references templates (id) on delete cascade,
  file_name        text not null,
  pages            jsonb not null,
  original_sha256  text not null,
  canonical_sha256 text not null,
  vault_key        bytea not null,
  created_at       timestamptz(3) not null
);
create index template_files_template on template_files (template_id);

-- Written once: a document names the version that it was made of.
create table template_versions (
  template_id text collate "C" not null references templates (id) on delete cascade,
  version     int not null check (version >= 1),
  file_id     text collate "C" not null references template_files (id),
  content     jsonb not null,
  created_by  text collate "C" not null,
  created_at  timestamptz(3) not null,
  primary key (template_id, version)
);
create index template_versions_file on template_versions (file_id);

alter table documents add column template_id text collate "C", add column template_version int;
create index documents_template on documents (template_id, created_at desc) where template_id is not null;

grant select, insert, update, delete on templates to ${role};
grant select, insert, delete on template_files, template_versions to ${role};

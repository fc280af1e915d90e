-- To whom documents belong, and who else may see them.

-- A member or a team; null for the one who made it.
alter table documents add column holder_id text collate "C";
create index documents_holder on documents ((coalesce(holder_id, created_by)), created_at desc, id desc);

-- The grantee is a member or a team.
create table document_shares (
  document_id text collate "C" not null references documents (id) on delete cascade,
  grantee_id  text collate "C" not null,
  access      text not null check (access in ('read', 'manage')),
  shared_by   text collate "C" not null,
  shared_at   timestamptz(3) not null,
  primary key (document_id, grantee_id)
);
create index document_shares_grantee on document_shares (grantee_id, document_id);

grant select, insert, update, delete on document_shares to ${role};

-- Backups that were made, so that somebody notices when none is. Where they lie is not known here.
create table backups (
  id          text collate "C" primary key,
  -- What was recorded before is in it.
  taken_at    timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  files       bigint not null check (files >= 0),
  bytes       bigint not null check (bytes >= 0),
  -- When all of it was last found as it was made, and restored.
  verified_at timestamptz(3)
);
create index backups_newest on backups (taken_at desc);

grant select, insert on backups to ${platform};
grant update (verified_at) on backups to ${platform};

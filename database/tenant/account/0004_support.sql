-- What operators decided about this tenant, as far as its own units ask for it, and their visits here.

alter table standing
  add column is_frozen       boolean not null default false,
  add column erase_at        timestamptz(3),
  add column daily_documents int,
  add column capped_until    timestamptz(3);

-- An address is proved by whoever followed a link that was sent to it.
alter table users add column verified_at timestamptz(3);

create table live_days (
  day  date primary key,
  sent int not null check (sent > 0)
);

create table support_sessions (
  id              text collate "C" primary key,
  operator_id     text not null,
  operator_name   text not null,
  reason          text not null,
  may_write       boolean not null,
  code_sha256     text unique,
  code_expires_at timestamptz(3),
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  entered_at      timestamptz(3),
  ended_at        timestamptz(3),
  ended_by        text
);
create index support_sessions_newest on support_sessions (created_at desc, id desc);

-- A browser's session is a user's, or that of somebody who supports them.
alter table sessions
  alter column user_id drop not null,
  add column support_id text collate "C" references support_sessions (id) on delete cascade,
  add constraint sessions_of_one check ((user_id is null) <> (support_id is null));

grant select, insert, update on support_sessions, live_days to ${live};

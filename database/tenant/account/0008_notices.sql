-- What the people of an account are told: once by mail, and in the dashboard for as long as it stands here.

create table notices (
  id         text collate "C" primary key,
  kind       text not null,
  details    jsonb not null default '{}',
  user_id    text collate "C" references users (id) on delete cascade,
  created_at timestamptz(3) not null
);
create index notices_newest on notices (created_at desc, id desc);

grant select, insert, delete on notices to ${live};

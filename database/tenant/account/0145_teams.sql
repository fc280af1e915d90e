-- Groups of members: a document can belong to one, or be shared with it.

create table teams (
  id         text collate "C" primary key,
  name       text not null check (length(name) between 1 and 100),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index teams_name on teams (lower(name));

create table team_members (
  team_id  text collate "C" not null references teams (id) on delete cascade,
  user_id  text collate "C" not null references users (id) on delete cascade,
  added_at timestamptz(3) not null,
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);

grant select, insert, update, delete on teams to ${live};
grant select, insert, delete on team_members to ${live};

-- One thing done to all documents that a list shows, by work that goes on when nobody looks.
create table bulk_actions (
  id           text collate "C" primary key,
  action       text not null check (action in ('remind', 'void', 'label', 'unlabel')),
  reason       text,
  label_id     text collate "C",
  -- As they were listed when it was confirmed; each has its turn once.
  document_ids text[] not null,
  total        int not null check (total >= 1),
  -- How many have had their turn, and of how many it was done.
  position     int not null default 0,
  done         int not null default 0,
  -- Of those of which it was not done: which, and why; the first hundred.
  refusals     jsonb not null default '[]',
  status       text not null check (status in ('running', 'completed', 'stopped')),
  created_by   text collate "C" not null,
  created_at   timestamptz(3) not null,
  ended_at     timestamptz(3)
);
create index bulk_actions_maker on bulk_actions (created_by, created_at desc);

grant select, insert, update, delete on bulk_actions to ${role};

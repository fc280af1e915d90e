-- Words that the account sorts its documents by. Their colours are a fixed set, whose contrast is known.
create table labels (
  id         text collate "C" primary key,
  name       text not null check (char_length(name) between 1 and 40),
  color      text not null check (color in ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink')),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null
);
create unique index labels_name on labels (lower(name));

create table document_labels (
  document_id text collate "C" not null references documents (id) on delete cascade,
  label_id    text collate "C" not null references labels (id) on delete cascade,
  primary key (document_id, label_id)
);
create index document_labels_label on document_labels (label_id, document_id);

grant select, insert, update, delete on labels to ${role};
grant select, insert, delete on document_labels to ${role};

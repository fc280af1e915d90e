-- Bulk sends: one template, many rows, a document of each. What a row says of people leaves it when its document has it.

create table bulk_sends (
  id               text collate "C" primary key,
  template_id      text collate "C" not null references templates (id) on delete cascade,
  -- All its documents are made of this one.
  template_version int not null,
  status           text not null check (status in ('draft', 'running', 'paused', 'completed', 'cancelled')),
  -- How often it was set going: work of an earlier time does nothing.
  run              int not null default 0,
  -- Why it paused by itself; null where somebody paused it.
  pause_code       text,
  pause_reason     text,
  -- Of an uploaded file: its header, and what each column means.
  file_name        text,
  columns          text[],
  mapping          text[],
  total            int not null check (total >= 1),
  -- A member or a team; null for the one who made it.
  holder_id        text collate "C",
  created_by       text collate "C" not null,
  created_via      text collate "C",
  -- In whose name it sends: who set it going last.
  sender_id        text collate "C",
  sender_via       text collate "C",
  created_at       timestamptz(3) not null,
  started_at       timestamptz(3),
  ended_at         timestamptz(3),
  updated_at       timestamptz(3) not null
);
create index bulk_sends_newest on bulk_sends (created_at desc, id desc);
create index bulk_sends_template on bulk_sends (template_id, created_at desc);

create table bulk_rows (
  bulk_send_id text collate "C" not null references bulk_sends (id) on delete cascade,
  number       int not null check (number >= 1),
  -- As uploaded; null once it is set going.
  cells        text[],
  people       jsonb,
  answers      jsonb,
  state        text not null check (state in ('waiting', 'sent', 'failed', 'cancelled')),
  fault        text,
  document_id  text collate "C",
  primary key (bulk_send_id, number),
  constraint bulk_rows_sent check ((state = 'sent') = (document_id is not null)),
  constraint bulk_rows_known check (state <> 'sent' or (people is null and answers is null and cells is null))
);
create index bulk_rows_waiting on bulk_rows (bulk_send_id, number) where state = 'waiting';
create index bulk_rows_document on bulk_rows (document_id) where document_id is not null;

grant select, insert, update, delete on bulk_sends, bulk_rows to ${role};

-- Forms: a template with a link that anybody may open to sign. Who is asked beside the visitor are members, named by their ids.

create table template_forms (
  id             text collate "C" primary key,
  template_id    text collate "C" not null unique references templates (id) on delete cascade,
  -- The role of the visitor, and the members who have the others: {"Seller": "usr_…"}.
  role           text not null,
  members        jsonb not null default '{}',
  title          text not null,
  welcome        text,
  closes_at      timestamptz(3),
  most           int check (most >= 1),
  is_on          boolean not null default true,
  -- Who turned it on: its documents are theirs, unless the template has another holder.
  responsible_id text collate "C" not null,
  -- The token is derived from the row and the tenant's key, and found by its digest.
  counter        int not null default 0,
  salt           bytea not null,
  token_sha256   text not null unique,
  -- Those that became documents.
  submissions    int not null default 0 check (submissions >= 0),
  -- When its people were last told that it cannot make documents.
  told_at        timestamptz(3),
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null
);

-- Name and address stay until the address is proved, or for a day; then the document has them, or nobody.
create table form_submissions (
  id             text collate "C" primary key,
  form_id        text collate "C" not null references template_forms (id) on delete cascade,
  name           text,
  email          text,
  language       text not null check (language ~ '^[a-z]{2}$'),
  salt           bytea not null,
  confirm_sha256 text not null unique,
  requested_at   timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  confirmed_at   timestamptz(3),
  document_id    text collate "C",
  constraint form_submissions_confirmed check ((confirmed_at is null) = (document_id is null)),
  constraint form_submissions_known check ((confirmed_at is null) = (name is not null and email is not null))
);
create index form_submissions_form on form_submissions (form_id);

grant select, insert, update, delete on template_forms, form_submissions to ${role};

-- Forms of the console that have taken effect, for a day: a form that is sent twice takes effect once. `answer` is what the first answer showed,
-- enveloped under the platform's root.
create table submitted_forms (
  digest     text collate "C" primary key check (digest ~ '^[0-9a-f]{64}$'),
  answer     bytea not null,
  created_at timestamptz(3) not null
);
create index submitted_forms_age on submitted_forms (created_at);

-- Locking rows takes the right to change them.
grant select, insert, update, delete on submitted_forms to ${platform};

-- More kinds of fields, and what a sender says of each: label, choices, limits, when it is shown. Rows of before have no options.
alter table fields drop constraint fields_type_check,
  add constraint fields_type_check check (type in
    ('signature', 'date', 'initials', 'checkbox', 'text', 'radio', 'select', 'number', 'email', 'name', 'company', 'note'));
alter table fields add column options jsonb;

-- The files that a template's file was joined of, as documents keep theirs (`files`), with a seal that is always null. Empty where it is one.
alter table template_files add column files jsonb not null default '[]';

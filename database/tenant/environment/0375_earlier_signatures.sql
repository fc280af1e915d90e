-- Signatures that a file bore when it was uploaded: by whom, when, and how much of it they cover. Such a file is kept as it is.
alter table documents add column earlier_signatures jsonb not null default '[]';
alter table template_files add column earlier_signatures jsonb not null default '[]';

-- The signer that the visitor became: a form may give visitors another role afterwards. Null until then, and where an earlier release made the document.
alter table form_submissions add column signer_id text collate "C";

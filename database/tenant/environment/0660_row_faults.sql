-- What is wrong with a row as codes, so that it can be said in the language of who reads it: `{about, code, values}` each. `fault` stays what
-- programs are told, in English. It names nobody: values come from the row's people, and go with them.
alter table bulk_rows add column faults jsonb;

-- Which version of a draft's file is in force: part of its names in the storage. Null for the file that the draft was made with.
alter table documents add column file_key text check (file_key ~ '^[0-9a-f]{16}$');

-- What is added to a document is written in, its certificate above all; null for the language that the brand begins with.
alter table documents add column language text check (language ~ '^[a-z]{2}$');

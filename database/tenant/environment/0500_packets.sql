-- The files of a document that has several, in the order of their pages: of each `{key, name, pageCount, originalSha256, originalBytes,
-- canonicalSha256, seal}`. Empty where a document is one file, as most are.
alter table documents add column files jsonb not null default '[]';

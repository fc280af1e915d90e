-- What was added behind a sealed file, such as proofs for the long term: of each revision `{sha256, bytes, level, at}`, the one that is served
-- last. The hash of the sealed file itself stays what it was, and each revision begins with the bytes of the one before.
alter table documents add column later_revisions jsonb not null default '[]';

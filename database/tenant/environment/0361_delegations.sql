-- Whether signers may hand signing over to somebody else.
alter table documents add column allows_delegation boolean not null default false;

-- Who did, oldest first: {"link", "from": {"name", "email"}, "to": {"name", "email"}, "reason", "language", "at"}. The link is the SHA-256 of the
-- one that led to the signer until then: whoever opens it learns that it was handed over.
alter table signers add column delegations jsonb not null default '[]';
create index signers_delegated on signers using gin (delegations jsonb_path_ops) where delegations <> '[]';

-- A unit is counted once and given back once, whoever tries again.
create unique index usage_ledger_once on usage_ledger (document_id, name, coalesce(signer_id, ''), units);
drop index usage_ledger_document;
create index usage_ledger_newest on usage_ledger (month, created_at desc, id desc);

-- What was told of a month already.
create table usage_thresholds (
  month      text not null,
  name       text not null,
  percent    int  not null,
  reached_at timestamptz(3) not null,
  primary key (month, name, percent)
);

grant select, insert on usage_thresholds to ${live};

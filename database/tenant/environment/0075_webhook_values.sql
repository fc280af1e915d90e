-- Endpoints may ask for what signers filled in; their deliveries say whether they carry it. The values themselves stay with the document.
alter table webhook_endpoints add column include_values boolean not null default false;
alter table webhook_deliveries add column with_values boolean not null default false;

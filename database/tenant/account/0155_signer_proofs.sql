-- A signer who proves at the provider who they are: at which of the tenant's hosts they began, and what the provider answered, on its way back
-- there. `begun_by` is the signer. A response that was refused goes the same way, so that the signer reads why.
alter table sso_requests
  drop constraint sso_requests_purpose_check,
  add constraint sso_requests_purpose_check check (purpose in ('log_in', 'log_out', 'test', 'signing')),
  add column host text;

alter table sso_arrivals
  drop constraint sso_arrivals_purpose_check,
  add constraint sso_arrivals_purpose_check check (purpose in ('log_in', 'test', 'signing')),
  alter column profile drop not null,
  add column host     text,
  add column evidence bytea,
  add column fault    jsonb;

-- A third place for the key of a tenant's own certificate: a token that speaks PKCS#11, beside the installation.
alter table own_certificates
  drop constraint own_certificates_source_check,
  add constraint own_certificates_source_check check (source in ('file', 'provider', 'token'));

-- The identity provider's metadata are fetched again every day, and ends of certificates are announced in time.

alter table sso_connection
  -- Where the metadata came from; null where they were pasted or typed.
  add column metadata_url        text,
  -- The provider's own mark of what was taken last.
  add column metadata_etag       text,
  add column metadata_checked_at timestamptz(3),
  -- Why the last look took nothing: a code of our advice.
  add column metadata_fault      text;

alter table sso_certificates add column first_used_at timestamptz(3);
update sso_certificates set first_used_at = last_used_at;

-- Which announcements of an end were made: of a certificate by its digest, of a key of our own by its id.
create table sso_end_notices (
  subject    text collate "C" not null,
  days       int not null,
  noticed_at timestamptz(3) not null,
  primary key (subject, days)
);

grant select, insert, delete on sso_end_notices to ${live};

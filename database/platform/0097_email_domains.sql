-- Which tenant has proved a domain of e-mail addresses by a record in its DNS: one at a time.
create table email_domains (
  domain     text collate "C" primary key,
  tenant_id  text collate "C" not null references tenants (id) on delete cascade,
  -- What the tenant's record says, to look whether it is still there when another tenant shows its own.
  challenge  text not null,
  proved_at  timestamptz(3) not null
);
create index email_domains_tenant on email_domains (tenant_id);

grant select, insert, update, delete on email_domains to ${platform};

-- What the tenants below a reseller are called where they have chosen no name; missing, each bears its own.
alter table brand add column tenants_name text;

-- A reseller's name no longer comes down by itself: what was copied below resellers is copied anew.
insert into outbox (kind, ref) select 'project_brand', id from tenants where parent_id is not null and status <> 'deleted';

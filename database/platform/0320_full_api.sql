-- The full API is a value of its own: Business and the plans above it have it, Pro has the API without it.
update plans set entitlements = entitlements || jsonb_build_object(
  'apiFull', (entitlements ->> 'apiLive')::boolean and position >= (select position from plans where key = 'business'));
-- Accounts read it from what is projected into them.
insert into outbox (kind, ref) select 'project_standing', id from tenants where status <> 'deleted';

const IN_FORCE = 'g.tenant_id = t.id and g.ended_at is null and g.until > now()'

/**
 * What a tenant `t` may whose own plan is `p`: what that plan allows, or the one on trial, with what was granted beside it. An expression
 * of SQL.
 */
export const ENTITLEMENTS_IN_FORCE = `(
  coalesce((
    select tp.entitlements from plan_grants g join plans tp on tp.key = g.plan_key where ${IN_FORCE}
     order by g.created_at desc, g.id desc limit 1), p.entitlements)
  || coalesce((
    select jsonb_object_agg(g.entitlement, g.value order by g.created_at, g.id) from plan_grants g
     where ${IN_FORCE} and g.entitlement is not null), '{}'))`

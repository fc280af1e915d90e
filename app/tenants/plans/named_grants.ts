import db from '@adonisjs/lucid/services/db'
import type { PlatformRow } from '#app/tenancy/row'

/** A grant in force, with the name of the plan that it gives. */
export interface NamedGrant extends PlatformRow<
  'plan_grants',
  'id' | 'plan_key' | 'entitlement' | 'value' | 'until' | 'reason'
> {
  plan_name: PlatformRow<'plans'>['name'] | null
}

const NAMED = `
  select g.id, g.plan_key, p.name as plan_name, g.entitlement, g.value, g.until, g.reason
    from plan_grants g left join plans p on p.key = g.plan_key
   where g.tenant_id = ? and g.ended_at is null and g.until > now() order by g.created_at desc, g.id desc`

/** Those of a tenant, newest first. */
export async function namedGrants(tenantId: string): Promise<NamedGrant[]> {
  const platform = db.connection('platform')
  return (await platform.rawQuery<{ rows: NamedGrant[] }>(NAMED, [tenantId])).rows
}

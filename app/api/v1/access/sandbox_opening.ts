import db from '@adonisjs/lucid/services/db'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { tenantResolver, type KnownTenant } from '#app/tenants/tenant_resolver'
import Unavailable from '../errors/unavailable.js'

const RETRY_AFTER_S = 2

/**
 * A tenant's sandbox is made by a worker at its first use. Until it stands its key is checked in the live scope, so that only
 * somebody who holds one can ask for it.
 *
 * @throws E_UNAVAILABLE unless the sandbox has just been made
 */
export async function openSandbox(
  tenant: KnownTenant,
  checkKey: () => Promise<unknown>
): Promise<void> {
  await CurrentTenant.run({ tenant, environment: 'live' }, checkKey)
  const { hasSandbox } = await Tenant.findOrFail(tenant.id)
  tenantResolver.forgetHere()
  if (hasSandbox) return
  await askOnce(tenant.id)
  throw new Unavailable('The sandbox of this account is being made', RETRY_AFTER_S)
}

async function askOnce(tenantId: string): Promise<void> {
  await db.rawQuery(
    `insert into outbox (kind, ref) select 'open_sandbox', :tenantId
      where not exists (select 1 from outbox where kind = 'open_sandbox' and ref = :tenantId)`,
    { tenantId }
  )
}

import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import type { KnownTenant } from '#app/tenants/hosts/tenant_resolver'
import Unavailable from '../errors/unavailable.js'

const RETRY_AFTER_S = 2

/**
 * A tenant's sandbox is made by a worker at its first use. Until it stands its key is checked in the live scope, so that only
 * somebody who holds one can ask for it.
 *
 * @throws Unavailable unless the sandbox has just been made
 */
export async function openSandbox(
  tenant: KnownTenant,
  checkKey: () => Promise<unknown>
): Promise<void> {
  await CurrentTenant.run({ tenant, environment: 'live' }, checkKey)
  if (await Provisioning.askForSandbox(tenant.id)) return
  throw new Unavailable('The sandbox of this account is being created', RETRY_AFTER_S)
}

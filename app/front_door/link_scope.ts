import type { HttpContext } from '@adonisjs/core/http'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/**
 * Runs in the tenant of the host and the environment that a token names.
 *
 * @returns null also where no such token can be: it is malformed, or of a sandbox that was never opened
 */
export async function inScopeOf<T>(
  { tenant }: Pick<HttpContext, 'tenant'>,
  environment: Environment | null,
  work: () => Promise<T | null>
): Promise<T | null> {
  if (environment === null || (environment === 'test' && !tenant.hasSandbox)) return null
  return CurrentTenant.run({ tenant, environment }, work)
}

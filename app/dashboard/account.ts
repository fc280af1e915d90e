import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** Keys are the account's: the sandbox may see them, and change none. */
export function inAccount<T>({ tenant }: HttpContext, work: () => Promise<T>): Promise<T> {
  return CurrentTenant.run({ tenant, environment: 'live' }, work)
}

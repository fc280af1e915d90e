import type { HttpContext } from '@adonisjs/core/http'
import { Profile } from '#app/brand/profile'
import { targetOf } from '#app/front_door/hosts/request_target'
import { publicUrl } from '#app/tenants/hosts/public_address'

/**
 * Where a member logs in again who gets their device back. Hosts for signing alone have no dashboard.
 *
 * @param next  path of the dashboard to go on at
 */
export async function logInAddress(
  { target }: Pick<HttpContext, 'target'>,
  next?: string
): Promise<string> {
  const path = next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`
  if (await targetOf(target.host, '/login')) return path
  return publicUrl((await Profile.current()).entitlements.host, path)
}

import type { HttpContext } from '@adonisjs/core/http'
import { HostCookie } from '#app/front_door/hosts/host_cookie'
import { SetupLink, type OpenSetup } from '#app/single_sign_on/setup_link'
import { readPage, showWholePage } from '../../page.js'

/** As long as the link lives; what ends with it is the link. */
const SEVEN_DAYS_S = 7 * 24 * 3_600

/** The link's token, so that it stands in no address from the second page on. */
export const SetupCookie = new HostCookie('sso_setup', SEVEN_DAYS_S)

/** Null for a browser without a link that is open. */
export function setupHere(ctx: HttpContext): Promise<OpenSetup | null> {
  return SetupLink.byToken(SetupCookie.read(ctx))
}

/** Unknown, revoked and late links read the same. */
export async function setupDeadEnd(ctx: HttpContext): Promise<void> {
  SetupCookie.clear(ctx)
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/single_sign_on/setup/dead_end', {}, 404)
}

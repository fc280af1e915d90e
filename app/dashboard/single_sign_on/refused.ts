import type { HttpContext } from '@adonisjs/core/http'
import type { Refused } from '#app/single_sign_on/log_in'
import { readPage, showWholePage } from '../page.js'
import { currentSession } from '../signed_in.js'

/** What cannot be read at all. */
const UNREADABLE = ['encoding', 'characters']

/**
 * The same page whatever was wrong: the person can do nothing about it but try again, and whoever forges messages learns nothing. The administrator
 * finds the reason by the number.
 */
export async function showRefused(ctx: HttpContext, { id, fault }: Refused): Promise<void> {
  ctx.logger.info({ tenantId: ctx.tenant.id, attempt: id, code: fault.code }, 'SSO refused')
  const status = UNREADABLE.includes(fault.check) ? 400 : 403
  await readPage(ctx)
  const isLoggedIn = (await currentSession(ctx)) !== null
  await showWholePage(ctx, 'dashboard/single_sign_on/refused', { id, isLoggedIn }, status)
}

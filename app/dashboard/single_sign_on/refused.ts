import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Refused } from '#app/single_sign_on/log_in'
import { readPage, showWholePage } from '../page.js'
import { currentSession } from '../signed_in.js'
import { phrasesOf } from '../language.js'

/** What cannot be read at all. */
const UNREADABLE = ['encoding', 'characters']

/** What somebody may know whom the provider has vouched for: trying again would not help. */
const REASONS: Record<string, DashboardKey> = {
  E_SEATS: 'single_sign_on.refused_seats',
  E_OFF: 'single_sign_on.refused_off',
  E_STALE: 'single_sign_on.refused_stale',
  E_SUSPENDED: 'single_sign_on.refused_suspended',
}

/**
 * Nearly the same page whatever was wrong: the person can only try again, and somebody who forges messages learns nothing. The administrator
 * finds the reason by the number.
 */
export async function showRefused(ctx: HttpContext, { id, fault }: Refused): Promise<void> {
  ctx.logger.info({ tenantId: ctx.tenant.id, attempt: id, code: fault.code }, 'SSO refused')
  const status = UNREADABLE.includes(fault.check) ? 400 : 403
  await readPage(ctx)
  const isLoggedIn = (await currentSession(ctx)) !== null
  const reason = REASONS[fault.code]
  const state = { id, isLoggedIn, reason: reason ? phrasesOf(ctx).t(reason) : null }
  await showWholePage(ctx, 'dashboard/single_sign_on/refused', state, status)
}

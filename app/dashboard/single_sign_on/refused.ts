import type { HttpContext } from '@adonisjs/core/http'
import type { Refused } from '#app/single_sign_on/log_in'
import { readPage, showWholePage } from '../page.js'
import { currentSession } from '../signed_in.js'

/** What cannot be read at all. */
const UNREADABLE = ['encoding', 'characters']

/** What somebody may know whom the provider has vouched for: trying again would not help. */
const REASONS: Record<string, string> = {
  E_SEATS:
    'Your identity provider knows you, but no seat is free in your organisation’s plan. Ask your administrator for one.',
  E_OFF:
    'Single sign-on has just been turned off for your organisation. Log in with your password; if you have none, ask for one by “Forgotten your password?”.',
  E_STALE:
    'You handed a device to somebody, who signed in person on it. Try again: your identity provider then asks you anew who you are.',
  E_SUSPENDED:
    'Your identity provider knows you, but your organisation’s account is suspended, so nobody new can be let in.',
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
  const state = { id, isLoggedIn, reason: REASONS[fault.code] ?? null }
  await showWholePage(ctx, 'dashboard/single_sign_on/refused', state, status)
}

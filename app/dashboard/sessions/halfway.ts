import type { HttpContext } from '@adonisjs/core/http'
import { Passkeys } from '#app/identity/passkeys/passkeys'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import { HalfLogIn } from '#app/identity/sessions/half_log_in'
import { readPage, showWholePage } from '../page.js'
import { HalfLogInCookie } from './half_log_in_cookie.js'

/** The log-in of this browser that waits for a second proof. */
export async function halfway(ctx: HttpContext): Promise<HalfLogIn | null> {
  const token = HalfLogInCookie.read(ctx)
  return token ? HalfLogIn.byToken(token) : null
}

/** Late, or the password was changed meanwhile. */
export function startAgain(ctx: HttpContext): void {
  HalfLogInCookie.clear(ctx)
  ctx.response.redirect('/login', false, 303)
}

/** The page that asks for whichever factor the person has. */
export async function showSecondFactor(
  ctx: HttpContext,
  { user }: HalfLogIn,
  error: string | null = null,
  status = 200
): Promise<void> {
  const [[factor], passkeys] = await readPage(ctx, SecondFactor.state(user.id), Passkeys.of(user))
  const hosts = [...new Set(passkeys.map(({ host }) => host))]
  const state = {
    error,
    hasApp: factor.confirmedAt !== null,
    hasPasskeyHere: hosts.includes(ctx.target.host),
    otherHosts: hosts.filter((host) => host !== ctx.target.host),
  }
  await showWholePage(ctx, 'dashboard/session/code', state, status)
}

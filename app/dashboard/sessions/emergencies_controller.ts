import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { clientInfo } from '#app/front_door/client_info'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { logInAttempts, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { SecondFactor } from '#app/identity/second_factor/second_factor'
import User from '#app/identity/users/user'
import { readCredentials } from './credentials.js'
import { enterByPassword } from './entrance.js'
import { showEmergencyLogIn } from './log_in_page.js'
import { phrasesOf } from '../language.js'

const REFUSED = 'session.refused'
const TOO_OFTEN = 'common.too_often'

/** How owners who were named for it get in while the identity provider does not work. No page links here: they know the address. */
export default class EmergenciesController {
  /** GET /login/emergency */
  async create(ctx: HttpContext) {
    if (!(await LogInPolicy.requiresSso())) return ctx.response.redirect('/login', false, 303)
    return showEmergencyLogIn(ctx)
  }

  /** POST /login/emergency: the first of two proofs. Who is named, and whose password was wrong, shows neither in the answer nor in its time. */
  async store(ctx: HttpContext) {
    if (!(await LogInPolicy.requiresSso())) return ctx.response.redirect('/login', false, 303)
    const { email, password } = readCredentials(ctx)
    const { ipAddress } = clientInfo(ctx.request)
    const attempt = { tenantId: ctx.tenant.id, email, ipAddress }
    if (!(await logInAttempts.allow(attempt))) {
      ctx.response.header('Retry-After', WINDOW_MS / 1000)
      return showEmergencyLogIn(ctx, { email, error: phrasesOf(ctx).t(TOO_OFTEN) }, 429)
    }
    const user = await logInAttempts.check(attempt, () =>
      User.withCredentials(email, new Secret(password))
    )
    if (!user || !(await isAllowed(user))) {
      await LogInFailures.note(email, ipAddress)
      return showEmergencyLogIn(ctx, { email, error: phrasesOf(ctx).t(REFUSED) }, 422)
    }
    await logInAttempts.forgive(attempt)
    ctx.response.redirect(await enterByPassword(ctx, user), false, 303)
  }
}

async function isAllowed(user: User): Promise<boolean> {
  return (await LogInPolicy.isEmergencyOwner(user)) && SecondFactor.isOnFor(user)
}

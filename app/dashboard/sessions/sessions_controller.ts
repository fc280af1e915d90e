import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { clientInfo } from '#app/front_door/client_info'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import LogInOvertaken from '#app/identity/errors/log_in_overtaken'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import User from '#app/identity/users/user'
import { leadsToProvider } from '#app/single_sign_on/discovery'
import { logInAttempts, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import { readCredentials } from './credentials.js'
import { enterByPassword, HOME } from './entrance.js'
import { showLogIn } from './log_in_page.js'
import { logOutHere } from './log_out_here.js'
import { nextPath } from './next_path.js'
import { sendToLogInAfterForm } from '../single_sign_on/provider_redirect.js'
import { currentSession } from '../signed_in.js'
import { phrasesOf } from '../language.js'

const NO_PASSWORD = 'session.no_password'
const REFUSED = 'session.refused'
const TOO_OFTEN = 'common.too_often'

export default class SessionsController {
  /** GET /login */
  async create(ctx: HttpContext) {
    const next = nextPath(ctx.request.input('next'))
    if (await currentSession(ctx)) return ctx.response.redirect(next ?? HOME, false, 303)
    return showLogIn(ctx, { next })
  }

  /** POST /login. Whether the account or the password was wrong shows neither in the answer nor in its time. */
  async store(ctx: HttpContext) {
    const { email, password } = readCredentials(ctx)
    const next = nextPath(ctx.request.body().next)
    const { ipAddress } = clientInfo(ctx.request)
    const attempt = { tenantId: ctx.tenant.id, email, ipAddress }
    // before anybody's password is looked at: the answer is the same for all
    if (await LogInPolicy.requiresSso()) return showLogIn(ctx, { email, next }, 403)
    if (password === '') {
      if (await leadsToProvider(email)) return sendToLogInAfterForm(ctx, next)
      return showLogIn(ctx, { email, next, error: phrasesOf(ctx).t(NO_PASSWORD) }, 422)
    }
    if (!(await logInAttempts.allow(attempt))) return refuse(ctx, { email, next }, 429)
    const user = await logInAttempts.check(attempt, () =>
      User.withCredentials(email, new Secret(password))
    )
    if (!user) {
      await LogInFailures.note(email, ipAddress)
      return refuse(ctx, { email, next }, 422)
    }
    await logInAttempts.forgive(attempt)
    try {
      ctx.response.redirect(await enterByPassword(ctx, user, next), false, 303)
    } catch (error) {
      if (!(error instanceof LogInOvertaken)) throw error
      return showLogIn(ctx, { email, next, error: refusalIn(phrasesOf(ctx), error) }, 409)
    }
  }

  /** POST /logout */
  async destroy(ctx: HttpContext) {
    await logOutHere(ctx)
  }
}

async function refuse(
  ctx: HttpContext,
  { email, next }: { email: string; next: string | null },
  status: 422 | 429
): Promise<void> {
  const { logger, request, response, tenant } = ctx
  const { ipAddress } = clientInfo(request)
  logger.info({ tenantId: tenant.id, ipAddress, status }, 'login refused')
  if (status === 429) response.header('Retry-After', WINDOW_MS / 1000)
  const error = phrasesOf(ctx).t(status === 429 ? TOO_OFTEN : REFUSED)
  await showLogIn(ctx, { email, next, error }, status)
}

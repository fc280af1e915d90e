import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { logInAttempts, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import { clientInfo } from '#app/front_door/client_info'
import Operator from '#app/identity/operators/operator'
import { OperatorLogInFailures } from '#app/identity/operators/operator_log_in_failures'
import { MAX_PASSWORD } from '#app/identity/passwords/password_rules'
import { OperatorCookie } from '../operator_cookie.js'
import { showWholePage } from '../page.js'
import { currentSession, logIn } from '../signed_in.js'
import { typedLine } from './typed_line.js'

const REFUSED = 'Email or password is wrong.'
export const TOO_OFTEN = 'Too many attempts. Wait a quarter of an hour, then try again.'

const MAX_EMAIL = 254

export default class SessionsController {
  /** GET /login */
  async create(ctx: HttpContext) {
    const session = await currentSession(ctx)
    if (session?.proof === 'both') return ctx.response.redirect('/', false, 303)
    return form(ctx, '')
  }

  /** POST /login: the first proof. Whether the address or the password was wrong shows nowhere. */
  async store(ctx: HttpContext) {
    const { email, password } = ctx.request.body()
    const typed = typedLine(email, MAX_EMAIL)
    const { ipAddress } = clientInfo(ctx.request)
    const attempt = { tenantId: 'platform', email: typed, ipAddress }
    if (!(await logInAttempts.allow(attempt))) return refuse(ctx, typed, TOO_OFTEN, 429)
    const secret = new Secret(typedLine(password, MAX_PASSWORD))
    const operator = await logInAttempts.check(attempt, () =>
      Operator.withCredentials(typed, secret)
    )
    if (!operator) {
      await OperatorLogInFailures.note(typed, ipAddress)
      return refuse(ctx, typed, REFUSED, 422)
    }
    await logInAttempts.forgive(attempt)
    await logIn(ctx, operator, 'password')
    ctx.response.redirect(operator.isEnrolled ? '/login/code' : '/enrol', false, 303)
  }

  /** POST /logout */
  async destroy(ctx: HttpContext) {
    const session = await currentSession(ctx)
    await session?.close()
    OperatorCookie.clear(ctx)
    ctx.response.redirect('/login', false, 303)
  }
}

async function refuse(ctx: HttpContext, email: string, error: string, status: 422 | 429) {
  const { ipAddress } = clientInfo(ctx.request)
  ctx.logger.info({ ipAddress, status }, 'operator login refused')
  if (status === 429) ctx.response.header('Retry-After', WINDOW_MS / 1000)
  return form(ctx, email, error, status)
}

function form(ctx: HttpContext, email: string, error: string | null = null, status = 200) {
  return showWholePage(ctx, 'login/log_in', { email, error }, status)
}

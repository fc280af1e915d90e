import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { clientInfo } from '#app/front_door/client_info'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import User from '#app/identity/users/user'
import Connection from '#app/single_sign_on/connection'
import { logInAttempts, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import { enterByPassword, HOME } from './entrance.js'
import { logOutHere } from './log_out_here.js'
import { nextPath } from './next_path.js'
import { readPage, showWholePage } from '../page.js'
import { currentSession } from '../signed_in.js'

const REFUSED = 'Email or password is wrong.'
const TOO_OFTEN = 'Too many attempts. Wait a quarter of an hour, then try again.'

const MAX_EMAIL = 254
/** A longer one would only cost time to hash. */
const MAX_PASSWORD = 1_000

interface Form {
  email: string
  password: string
  next: string | null
}

export default class SessionsController {
  /** GET /login */
  async create(ctx: HttpContext) {
    const next = nextPath(ctx.request.input('next'))
    if (await currentSession(ctx)) return ctx.response.redirect(next ?? HOME, false, 303)
    return form(ctx, { email: '', next })
  }

  /** POST /login. Whether the account or the password was wrong shows neither in the answer nor in its time. */
  async store(ctx: HttpContext) {
    const { email, password, next } = read(ctx)
    const { ipAddress } = clientInfo(ctx.request)
    const attempt = { tenantId: ctx.tenant.id, email, ipAddress }
    if (!(await logInAttempts.allow(attempt))) return refuse(ctx, { email, next }, 429)
    const user = await User.withCredentials(email, new Secret(password))
    if (!user) {
      await LogInFailures.note(email, ipAddress)
      return refuse(ctx, { email, next }, 422)
    }
    await logInAttempts.forgive(attempt)
    ctx.response.redirect(await enterByPassword(ctx, user, next), false, 303)
  }

  /** POST /logout */
  async destroy(ctx: HttpContext) {
    await logOutHere(ctx)
  }
}

function read({ request }: HttpContext): Form {
  const { email, password, next } = request.body()
  return {
    email: text(email, MAX_EMAIL),
    password: text(password, MAX_PASSWORD),
    next: nextPath(next),
  }
}

function text(value: unknown, max: number): string {
  return typeof value === 'string' && value.length <= max && !value.includes('\0') ? value : ''
}

async function refuse(
  ctx: HttpContext,
  { email, next }: Omit<Form, 'password'>,
  status: 422 | 429
): Promise<void> {
  const { logger, request, response, tenant } = ctx
  const { ipAddress } = clientInfo(request)
  logger.info({ tenantId: tenant.id, ipAddress, status }, 'login refused')
  if (status === 429) response.header('Retry-After', WINDOW_MS / 1000)
  await form(ctx, { email, next, error: status === 429 ? TOO_OFTEN : REFUSED }, status)
}

async function form(ctx: HttpContext, state: Record<string, unknown>, status = 200): Promise<void> {
  const [[provider]] = await readPage(ctx, Connection.button)
  const singleSignOn = provider?.name ?? null
  const shown = { error: null, singleSignOn, ...state }
  await showWholePage(ctx, 'dashboard/session/create', shown, status)
}

import { setTimeout as pause } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { forgottenAttempts, WINDOW_MS } from '#app/identity/sessions/log_in_attempts'
import { typedText } from '#app/front_door/bodies/typed_text'
import { clientInfo } from '#app/front_door/client_info'
import { isEmailAddress } from '#app/foundation/email_address'
import { PasswordLink } from '#app/identity/users/password_link'
import { readPage, showWholePage } from '../page.js'
import { phrasesOf } from '../language.js'

/** Longer than either answer takes: whether an address is known does not show in the time. */
const ANSWER_AFTER_MS = 400
const TOO_OFTEN = 'common.too_often'

export default class ForgottenController {
  /** GET /forgot */
  async create(ctx: HttpContext) {
    return form(ctx, { email: '' })
  }

  /** POST /forgot. The answer is the same whether or not anybody here has the address. */
  async store(ctx: HttpContext) {
    const email = typedText(ctx.request.body().email)
    if (!isEmailAddress(email))
      return form(ctx, { email, error: phrasesOf(ctx).t('faults.no_email') }, 422)
    const client = clientInfo(ctx.request)
    const attempt = { tenantId: ctx.tenant.id, email, ipAddress: client.ipAddress }
    if (!(await forgottenAttempts.allow(attempt))) {
      ctx.response.header('Retry-After', WINDOW_MS / 1000)
      return form(ctx, { email, error: phrasesOf(ctx).t(TOO_OFTEN) }, 429)
    }
    await Promise.all([PasswordLink.send(email, client), pause(ANSWER_AFTER_MS)])
    await readPage(ctx)
    return showWholePage(ctx, 'dashboard/passwords/sent', { email })
  }
}

async function form(ctx: HttpContext, state: Record<string, unknown>, status = 200): Promise<void> {
  await readPage(ctx)
  await showWholePage(ctx, 'dashboard/passwords/forgotten', { error: null, ...state }, status)
}

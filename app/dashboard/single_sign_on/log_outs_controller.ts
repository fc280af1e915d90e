import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import type Connection from '#app/single_sign_on/connection'
import type { LogoutInput } from '#app/single_sign_on/gate/logout'
import { LogOut } from '#app/single_sign_on/log_out'
import { logOutHere } from '../sessions/log_out_here.js'
import { logOutConnectionHere } from './connection_here.js'
import { showRefused } from './refused.js'
import { postedForm } from './posted_form.js'
import { sendToProvider } from './provider_redirect.js'
import { phrasesOf } from '../language.js'

export default class LogOutsController {
  /** POST /sso/saml/logout: by a form of our own, as /logout does it. */
  async destroy(ctx: HttpContext) {
    await logOutHere(ctx)
  }

  /** GET /sso/saml/slo: the Redirect binding. */
  async show(ctx: HttpContext) {
    const rawQuery = ctx.request.parsedUrl.query ?? ''
    const isAnswer = /(?:^|&)SAMLResponse=/.test(rawQuery)
    const field = isAnswer ? 'SAMLResponse' : 'SAMLRequest'
    await receive(ctx, await logOutConnectionHere(ctx), { binding: 'redirect', rawQuery, field })
  }

  /** POST /sso/saml/slo: the POST binding. */
  async store(ctx: HttpContext) {
    const connection = await logOutConnectionHere(ctx)
    const value = await postedForm(ctx)
    const answer = value('SAMLResponse')
    await receive(ctx, connection, {
      binding: 'post',
      message: answer ?? value('SAMLRequest'),
      field: answer === null ? 'SAMLRequest' : 'SAMLResponse',
      relayState: value('RelayState'),
    })
  }
}

/** The cookie may stay: what it opens is gone. */
async function receive(
  ctx: HttpContext,
  connection: Connection,
  input: LogoutInput
): Promise<void> {
  const received = await LogOut.receive(connection, input)
  if ('fault' in received) return showRefused(ctx, received)
  if (received.message) return sendToProvider(ctx, received.message)
  flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.now_logged_out'))
  ctx.response.redirect('/login', false, 303)
}

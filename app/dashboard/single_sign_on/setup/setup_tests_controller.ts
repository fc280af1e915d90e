import type { HttpContext } from '@adonisjs/core/http'
import { Attempts } from '#app/single_sign_on/attempt'
import Connection from '#app/single_sign_on/connection'
import { LogIn } from '#app/single_sign_on/log_in'
import { readPage, showWholePage } from '../../page.js'
import { BrowserCookie } from '../browser_cookie.js'
import { isConnectedHost } from '../connection_here.js'
import { sendToProviderAfterForm } from '../provider_redirect.js'
import { attemptPage } from '../settings/attempt_page.js'
import { SETUP } from './routes.js'
import { setupDeadEnd, setupHere } from './setup_here.js'
import { phrasesOf } from '../../language.js'

export default class SetupTestsController {
  /** POST /sso/setup/test */
  async store(ctx: HttpContext) {
    const link = await setupHere(ctx)
    if (!link) return setupDeadEnd(ctx)
    const connection = await Connection.current()
    if (!connection?.isEntitled || !isConnectedHost(ctx, connection))
      return ctx.response.redirect(SETUP, false, 303)
    const browser = BrowserCookie.keep(ctx)
    const message = await LogIn.begin(connection, { browser, next: null, testBy: link.id })
    await sendToProviderAfterForm(ctx, message, 'test')
  }

  /** GET /sso/setup/attempts/:id: of tests of this link alone, and without the person behind them. */
  async show(ctx: HttpContext) {
    const link = await setupHere(ctx)
    const attempt = link && (await Attempts.one(String(ctx.params.id)))
    if (!link || attempt?.begun_by !== link.id) return setupDeadEnd(ctx)
    const page = attemptPage(attempt, await Connection.current(), {
      reader: '',
      phrases: phrasesOf(ctx),
    })
    await readPage(ctx)
    await showWholePage(ctx, 'dashboard/single_sign_on/setup/attempt', page)
  }
}

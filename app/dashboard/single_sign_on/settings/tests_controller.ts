import type { HttpContext } from '@adonisjs/core/http'
import Connection from '#app/single_sign_on/connection'
import { LogIn } from '#app/single_sign_on/log_in'
import { BrowserCookie } from '../browser_cookie.js'
import { isConnectedHost } from '../connection_here.js'
import { sendToProviderAfterForm } from '../provider_redirect.js'
import { HOME } from './settings_page.js'

export default class TestsController {
  /** POST /settings/single-sign-on/test: at the host that the provider knows, whether or not single sign-on is on. */
  async store(ctx: HttpContext) {
    const connection = await Connection.current()
    if (!connection?.isEntitled || !isConnectedHost(ctx, connection))
      return ctx.response.redirect(HOME, false, 303)
    const browser = BrowserCookie.keep(ctx)
    const testBy = ctx.dashboard.user.id
    const message = await LogIn.begin(connection, { browser, next: null, testBy })
    await sendToProviderAfterForm(ctx, message, 'test')
  }
}

import type { HttpContext } from '@adonisjs/core/http'
import { Secret } from '@adonisjs/core/helpers'
import { SetupLink } from '#app/single_sign_on/setup_link'
import { SETUP } from './routes.js'
import { SetupCookie, setupDeadEnd, setupHere } from './setup_here.js'
import { showSetup } from './setup_page.js'

export default class SetupsController {
  /** GET /sso/setup/:token. Looking changes nothing: mail programs follow links too. */
  async create(ctx: HttpContext) {
    const token = String(ctx.params.token)
    if (!(await SetupLink.byToken(token))) return setupDeadEnd(ctx)
    SetupCookie.write(ctx, new Secret(token))
    ctx.response.redirect(SETUP, false, 303)
  }

  /** GET /sso/setup */
  async show(ctx: HttpContext) {
    const link = await setupHere(ctx)
    return link ? showSetup(ctx, link) : setupDeadEnd(ctx)
  }
}

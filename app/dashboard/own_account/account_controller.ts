import type { HttpContext } from '@adonisjs/core/http'
import { showAccount } from './account_page.js'

export default class AccountController {
  /** GET /account: of the person who is logged in. */
  async show(ctx: HttpContext) {
    return showAccount(ctx)
  }
}

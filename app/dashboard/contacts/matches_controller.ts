import type { HttpContext } from '@adonisjs/core/http'
import { Contacts } from '#app/identity/contacts/contacts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { typedSearch } from './contacts_page.js'

const MOST = 6

/** For the script beside the rows of signers: answers in JSON. */
export default class MatchesController {
  /** GET /account/contacts/matches?q= */
  async index(ctx: HttpContext) {
    const { user } = ctx.dashboard
    const typed = typedSearch(ctx.request.qs())
    const [rows] = await CurrentTenant.batch([Contacts.matching(user, typed, MOST)])
    const contacts = rows.map(({ name, email, language }) => ({ name, email, language }))
    return ctx.response.json({ contacts })
  }
}

import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Contacts } from '#app/identity/contacts/contacts'
import { readPage, showPage } from '../page.js'
import { backToContacts, contactId } from './contacts_page.js'

export default class ContactRemovalsController {
  /** GET /account/contacts/delete */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    await showPage(ctx, 'dashboard/contacts/delete')
  }

  /** POST /account/contacts/delete: all of them. */
  async storeAll(ctx: HttpContext) {
    await Contacts.forgetAll(ctx.dashboard.user)
    flash(ctx, 'success', 'All of your contacts are deleted.')
    backToContacts(ctx)
  }

  /** POST /account/contacts/:id/delete. One that is gone is deleted. */
  async store(ctx: HttpContext) {
    await Contacts.forget(ctx.dashboard.user, contactId(ctx))
    flash(ctx, 'success', 'The contact is deleted.')
    backToContacts(ctx)
  }
}

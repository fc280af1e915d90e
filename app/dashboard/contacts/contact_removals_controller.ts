import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { Contacts } from '#app/identity/contacts/contacts'
import { unit } from '#app/tenancy/current_tenant'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'
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
    flash(ctx, 'success', phrasesOf(ctx).t('contacts.all_deleted'))
    backToContacts(ctx)
  }

  /** POST /account/contacts/:id/delete */
  async store(ctx: HttpContext) {
    const id = contactId(ctx)
    await submissionOf(ctx).run((keep) =>
      unit(async () => {
        if (!(await Contacts.forget(ctx.dashboard.user, id))) throw new NothingHere()
        await keep({ id })
      })
    )
    flash(ctx, 'success', phrasesOf(ctx).t('contacts.deleted'))
    backToContacts(ctx)
  }
}

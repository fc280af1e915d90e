import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/documents/limits'
import { isEmailAddress } from '#app/foundation/email_address'
import { isLanguage } from '#app/foundation/phrases/languages'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { Contacts } from '#app/identity/contacts/contacts'
import NothingHere from '../errors/nothing_here.js'
import { backToContacts, contactId, showContacts, type ContactFault } from './contacts_page.js'

export default class ContactsController {
  /** GET /account/contacts?q= */
  async index(ctx: HttpContext) {
    return showContacts(ctx)
  }

  /** POST /account/contacts/:id */
  async update(ctx: HttpContext) {
    const id = contactId(ctx)
    const body = ctx.request.body()
    const values = {
      name: typedText(body.name),
      email: typedText(body.email),
      language: typedText(body.language),
    }
    const errors = faultsOf(values)
    if (Object.keys(errors).length > 0) return showContacts(ctx, { id, values, errors })
    const language = isLanguage(values.language) ? values.language : null
    const outcome = await Contacts.change(ctx.dashboard.user, id, { ...values, language })
    if (outcome === 'gone') throw new NothingHere()
    if (outcome === 'known') {
      const email = 'Another of your contacts has this address. Delete one of them.'
      return showContacts(ctx, { id, values, errors: { email } })
    }
    flash(ctx, 'success', 'The contact is saved.')
    backToContacts(ctx)
  }

  /** POST /account/contacts/remembering */
  async turn(ctx: HttpContext) {
    const isOn = ctx.request.body().remembering === 'on'
    await Contacts.turn(ctx.dashboard.user, isOn)
    const words = isOn
      ? 'From now on, the people whom you ask to sign are remembered.'
      : 'From now on, nobody new is remembered. The contacts that are here stay until you delete them.'
    flash(ctx, 'success', words)
    backToContacts(ctx)
  }
}

function faultsOf({ name, email, language }: ContactFault['values']): ContactFault['errors'] {
  const ofName = name ? faultOfLine(name, LIMITS.name) : 'Give the contact a name.'
  return {
    ...(ofName && { name: ofName }),
    ...(!isEmailAddress(email) && { email: 'This is not an email address.' }),
    ...(language && !isLanguage(language) && { language: 'Choose a language from the list.' }),
  }
}

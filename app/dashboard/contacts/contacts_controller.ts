import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/documents/limits'
import { isEmailAddress } from '#app/foundation/email_address'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isLanguage } from '#app/foundation/phrases/languages'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { Contacts } from '#app/identity/contacts/contacts'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { backToContacts, contactId, showContacts, type ContactFault } from './contacts_page.js'

export default class ContactsController {
  /** GET /account/contacts?q= */
  async index(ctx: HttpContext) {
    return showContacts(ctx)
  }

  /** POST /account/contacts/:id */
  async update(ctx: HttpContext) {
    const id = contactId(ctx)
    const phrases = phrasesOf(ctx)
    const body = ctx.request.body()
    const values = {
      name: typedText(body.name),
      email: typedText(body.email),
      language: typedText(body.language),
    }
    const errors = faultsOf(values, phrases)
    if (Object.keys(errors).length > 0) return showContacts(ctx, { id, values, errors })
    const language = isLanguage(values.language) ? values.language : null
    const outcome = await Contacts.change(ctx.dashboard.user, id, { ...values, language })
    if (outcome === 'gone') throw new NothingHere()
    if (outcome === 'known') {
      const email = phrases.t('contacts.known')
      return showContacts(ctx, { id, values, errors: { email } })
    }
    flash(ctx, 'success', phrases.t('contacts.saved'))
    backToContacts(ctx)
  }

  /** POST /account/contacts/remembering */
  async turn(ctx: HttpContext) {
    const isOn = ctx.request.body().remembering === 'on'
    await Contacts.turn(ctx.dashboard.user, isOn)
    const { t } = phrasesOf(ctx)
    flash(ctx, 'success', t(isOn ? 'contacts.turned_on' : 'contacts.turned_off'))
    backToContacts(ctx)
  }
}

function faultsOf(
  { name, email, language }: ContactFault['values'],
  phrases: DashboardPhrasebook
): ContactFault['errors'] {
  const { t } = phrases
  const ofName = name ? faultOfLine(name, LIMITS.name, phrases) : t('contacts.nameless')
  return {
    ...(ofName && { name: ofName }),
    ...(!isEmailAddress(email) && { email: t('common.not_an_address') }),
    ...(language && !isLanguage(language) && { language: t('contacts.unknown_language') }),
  }
}

import type { HttpContext } from '@adonisjs/core/http'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { openedAccess } from '#app/signing/seal/own/kept_access'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'
import { ProviderForm } from './provider_form.js'
import { sendToLogIn } from './provider_log_in.js'
import { failureOf, showChoice, showConnection, tooManyTries } from './provider_pages.js'

export default class ProviderConnectionsController {
  /** GET /settings/seal/provider */
  async create(ctx: HttpContext) {
    const [[own]] = await readPage(ctx, OwnCertificate.reading())
    const where = own?.access ? await openedAccess(own) : null
    const known = where?.source === 'provider' ? where.access : null
    return showConnection(ctx, ProviderForm.filled(known))
  }

  /** POST /settings/seal/provider/credentials: asks the provider what it has for this client, or has somebody log in there first. Nothing is kept yet. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    ctx.profile.entitlements.require('branding')
    const form = ProviderForm.of(ctx)
    const connection = form.connection(phrasesOf(ctx))
    if (!connection) return showConnection(ctx, form)
    const isOver = await tooManyTries(ctx)
    if (isOver) return showConnection(ctx, form, isOver)
    if (form.values.way === 'client') return showChoice(ctx, connection)
    try {
      return await sendToLogIn(ctx, connection)
    } catch (error) {
      return showConnection(ctx, form, failureOf(error, phrasesOf(ctx)))
    }
  }
}

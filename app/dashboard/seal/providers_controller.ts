import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { PendingConnection } from '#app/signing/seal/own/pending_connection'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import type { ProviderAccess, ProviderConnection } from '#app/signing/seal/own/provider'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'
import { ProviderForm } from './provider_form.js'
import { failureOf, showChoice, showConnection, tooManyTries } from './provider_pages.js'
import { HOME } from './seal_page.js'

const MAX_ID = 200
const MAX_PIN = 100

export default class ProvidersController {
  /** POST /settings/seal/provider {connection, credential, pin}: a trial seal with the certificate, then all seals. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    ctx.profile.entitlements.require('branding')
    const { t } = phrasesOf(ctx)
    const connection = await connectionOf(ctx)
    if (!connection) {
      flash(ctx, 'danger', t('seal.connection_ended'))
      return ctx.response.redirect(`${HOME}/provider`, false, 303)
    }
    const isOver = await tooManyTries(ctx)
    if (isOver) return showConnection(ctx, ProviderForm.filled(connection), isOver)
    const chosen = chosenKey(ctx)
    if (!chosen) return showChoice(ctx, connection, { text: t('seal.choose_one'), said: null })
    const access = { ...connection, ...chosen }
    try {
      await OwnCertificates.useProvider(access, ctx.dashboard.actor(ctx))
    } catch (error) {
      // a log-in may have been renewed by then, and what was carried so far is used up
      const asOfNow = { ...connection, tokens: access.tokens }
      return showChoice(ctx, asOfNow, failureOf(error, phrasesOf(ctx)))
    }
    flash(ctx, 'success', t('seal.provider_used'))
    return ctx.response.redirect(HOME, false, 303)
  }
}

function connectionOf({ request, dashboard }: HttpContext): Promise<ProviderConnection | null> {
  const { connection } = request.body()
  return PendingConnection.opened(String(connection ?? ''), dashboard.user.id)
}

function chosenKey({ request }: HttpContext): Pick<ProviderAccess, 'credentialId' | 'pin'> | null {
  const { credential, pin = '' } = request.body()
  if (!isLine(credential, MAX_ID) || !isLine(pin, MAX_PIN) || credential === '') return null
  return { credentialId: credential, pin: pin || null }
}

function isLine(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max
}

import type { HttpContext } from '@adonisjs/core/http'
import { Limiter } from '#app/foundation/limits/limiter'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import {
  listedCredentials,
  requireWay,
  type ListedCredential,
} from '#app/sealing/csc/listed_credentials'
import CertificateRefused from '#app/sealing/errors/certificate_refused'
import ProviderAway from '#app/sealing/errors/provider_away'
import { PendingConnection } from '#app/signing/seal/own/pending_connection'
import { providerAt, providerHost, type ProviderConnection } from '#app/signing/seal/own/provider'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { ProviderForm } from './provider_form.js'
import { returnUrl } from './provider_log_in.js'
import { planNoteOf } from './seal_page.js'

const WINDOW_S = 10 * 60
const TRIES_PER_WINDOW = 20

let tries: Limiter | undefined

/** Why it did not work, and what the provider said. */
export interface ProviderFailure {
  text: string
  said: string | null
}

/** @throws what is neither the provider's no nor that of its certificate */
export function failureOf(error: unknown, phrases: DashboardPhrasebook): ProviderFailure {
  if (error instanceof ProviderAway)
    return { text: phrases.t(`seal.away_${error.fault}`), said: error.said }
  if (!(error instanceof CertificateRefused)) throw error
  return { text: refusalIn(phrases, error), said: null }
}

/** Providers are asked in the name of this installation: not without end. @returns null where it is no failure yet */
export async function tooManyTries(ctx: HttpContext): Promise<ProviderFailure | null> {
  tries ??= new Limiter({ points: TRIES_PER_WINDOW, windowS: WINDOW_S, prefix: 'seal-provider' })
  const { isOver } = await tries.count(ctx.tenant.id)
  return isOver ? { text: phrasesOf(ctx).t('seal.too_many_tries'), said: null } : null
}

/** After `readPage`. */
export function showConnection(
  ctx: HttpContext,
  { values, errors }: ProviderForm,
  failure: ProviderFailure | null = null
) {
  const isRefused = failure !== null || Object.keys(errors).length > 0
  const state = { values, errors, failure, planNote: planNoteOf(ctx), returnUrl: returnUrl(ctx) }
  return showPage(ctx, 'dashboard/seal/provider', state, isRefused ? 422 : 200)
}

/** What the provider has to choose from; how to reach it again where it does not say. After `readPage`. */
export async function showChoice(
  ctx: HttpContext,
  connection: ProviderConnection,
  failure: ProviderFailure | null = null
) {
  let listed: ListedCredential[]
  try {
    const http = providerAt(connection)
    if (!connection.tokens) await requireWay(http, 'client')
    listed = await listedCredentials(http, connection.userId)
  } catch (error) {
    const why = failure ?? failureOf(error, phrasesOf(ctx))
    return showConnection(ctx, ProviderForm.filled(connection), why)
  }
  const state = {
    credentials: listed.map((one) => credentialView(one, phrasesOf(ctx))),
    mayAskPin: listed.some(({ asksPin, refusal }) => asksPin && !refusal),
    isUsable: listed.some(({ refusal }) => !refusal),
    connection: await PendingConnection.sealed(connection, ctx.dashboard.user.id),
    host: providerHost(connection),
    failure,
  }
  return showPage(ctx, 'dashboard/seal/credentials', state, failure ? 422 : 200)
}

function credentialView(
  { id, description, certificate, asksPin, refusal }: ListedCredential,
  phrases: DashboardPhrasebook
) {
  const reason = refusal && refusalIn(phrases, refusal)
  return { id, description, certificate, asksPin, reason }
}

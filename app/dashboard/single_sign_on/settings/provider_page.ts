import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { adviceOn } from '#app/single_sign_on/advice'
import { addressesAt, type default as Connection } from '#app/single_sign_on/connection'
import type { ProviderFields } from '#app/single_sign_on/provider/provider_fields'
import { presetView } from './presets.js'
import { ProviderForm } from './provider_form.js'
import { readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

/** What was sent in one of the page's forms, and what was wrong with it. */
interface Sent {
  form?: ProviderForm
  url?: { value: string; error: string }
  fields?: { values: Partial<ProviderFields>; error: string }
}

const NO_FIELDS: Partial<ProviderFields> = { ssoBinding: 'redirect' }

/** The page on which a provider is chosen: our values with steps of each product, and three ways to give us the provider's. */
export async function showProvider(
  ctx: HttpContext,
  connection: Connection | null,
  { form = ProviderForm.filled(connection), url, fields }: Sent = {}
): Promise<void> {
  const { isInPlan } = await readSettings(ctx)
  const phrases = phrasesOf(ctx)
  const addresses = connection?.addresses ?? addressesAt(ctx.profile.entitlements.host)
  const isRefused = url !== undefined || fields !== undefined || Object.keys(form.errors).length > 0
  const state = {
    ...{ values: form.values, errors: form.errors, connection, isInPlan },
    ours: oursAt(addresses, phrases),
    preset: presetView(ctx.request.input('preset'), phrases),
    source: sourceOf(connection, phrases),
    url: url ?? { value: connection?.metadataUrl ?? '', error: null },
    fields: fields ?? { values: connection ? fieldsOf(connection) : NO_FIELDS, error: null },
  }
  await showSettings(ctx, 'provider', state, isRefused ? 422 : 200)
}

export function oursAt(
  { entityId, acs, slo }: Connection['addresses'],
  { t }: DashboardPhrasebook
) {
  return [
    { id: 'entity', label: t('single_sign_on.our_entity_id'), value: entityId },
    { id: 'acs', label: t('single_sign_on.our_acs'), value: acs },
    { id: 'slo', label: t('single_sign_on.change_log_out_address'), value: slo },
  ]
}

/** Where the metadata are looked for every day, and what the last look brought. */
function sourceOf(connection: Connection | null, phrases: DashboardPhrasebook) {
  if (!connection?.metadataUrl) return null
  const { metadataUrl: url, metadataCheckedAt: checkedAt, metadataFault: code } = connection
  return { url, checkedAt, advice: code === null ? null : adviceOn({ code }, phrases) }
}

/** Certificates are not shown again: they have a page of their own. */
function fieldsOf(connection: Connection): Partial<ProviderFields> {
  const { provider: entityId, ssoUrl, ssoBinding, sloUrl } = connection
  return { entityId, ssoUrl, ssoBinding, sloUrl: sloUrl ?? '' }
}

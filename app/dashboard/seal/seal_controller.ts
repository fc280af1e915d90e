import type { HttpContext } from '@adonisjs/core/http'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { flash } from '#app/front_door/pages/flash'
import type { ProviderFault } from '#app/sealing/errors/provider_away'
import { endsNear } from '#app/signing/seal/own/end_watch'
import OwnCertificate, { certificateFacts } from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { openedAccess, type KeyAccess } from '#app/signing/seal/own/kept_access'
import { providerHost } from '#app/signing/seal/own/provider'
import type { RowOf } from '#app/tenancy/row'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { HOME, planNoteOf } from './seal_page.js'

type OwnRow = RowOf<'own_certificates'>

export default class SealController {
  /** GET /settings/seal */
  async show(ctx: HttpContext) {
    const [[own]] = await readPage(ctx, OwnCertificate.reading())
    return showPage(ctx, 'dashboard/seal/show', {
      own: own ? await ownView(own, phrasesOf(ctx)) : null,
      name: ctx.profile.entitlements.name,
      planNote: planNoteOf(ctx),
    })
  }

  /** POST /settings/seal/remove */
  async destroy(ctx: HttpContext) {
    const isGone = await OwnCertificates.remove(ctx.dashboard.actor(ctx))
    if (isGone) flash(ctx, 'success', phrasesOf(ctx).t('seal.removed'))
    ctx.response.redirect(HOME, false, 303)
  }
}

async function ownView(own: OwnRow, phrases: DashboardPhrasebook) {
  const { source, certificate, chain, ends_at: endsAt, created_at: since } = own
  return {
    ...certificateFacts(certificate),
    issuers: chain
      .map(certificateFacts)
      .map(({ subject, validUntil }) => ({ subject, validUntil })),
    ...{ source, endsAt, since },
    isEnding: endsAt <= endsNear(),
    provider: own.access ? providerView(await openedAccess(own)) : null,
    failing: failingView(own, phrases),
  }
}

/** Null for a token, which is none of the tenant’s concern but in that it signs. */
function providerView({ source, access }: KeyAccess) {
  if (source === 'token') return null
  return { host: providerHost(access), credential: access.credentialId }
}

function failingView(own: OwnRow, { t }: DashboardPhrasebook) {
  const { failing_since: since, failing_fault: fault, failing_said: said } = own
  return since && { since, said, reason: t(`seal.away_${fault as ProviderFault}`) }
}

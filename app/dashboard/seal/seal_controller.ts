import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { endsNear } from '#app/signing/seal/own/end_watch'
import OwnCertificate, { certificateFacts } from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import type { RowOf } from '#app/tenancy/row'
import { readPage, showPage } from '../page.js'
import { HOME, planNoteOf } from './seal_page.js'

export default class SealController {
  /** GET /settings/seal */
  async show(ctx: HttpContext) {
    const [[own]] = await readPage(ctx, OwnCertificate.reading())
    return showPage(ctx, 'dashboard/seal/show', {
      own: own ? ownView(own) : null,
      name: ctx.profile.entitlements.name,
      planNote: planNoteOf(ctx),
    })
  }

  /** POST /settings/seal/remove */
  async destroy(ctx: HttpContext) {
    const isGone = await OwnCertificates.remove(ctx.dashboard.actor(ctx))
    if (isGone)
      flash(ctx, 'success', 'Documents are sealed with a certificate that we issue again.')
    ctx.response.redirect(HOME, false, 303)
  }
}

function ownView(own: RowOf<'own_certificates'>) {
  const { certificate, chain, ends_at: endsAt, created_at: since } = own
  return {
    ...certificateFacts(certificate),
    issuers: chain
      .map(certificateFacts)
      .map(({ subject, validUntil }) => ({ subject, validUntil })),
    ...{ endsAt, since },
    isEnding: endsAt <= endsNear(),
  }
}

import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import Connection from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import type { KeyStep } from '#app/single_sign_on/key_step'
import { CertificateList } from '#app/single_sign_on/provider/certificate_list'
import NothingHere from '../../errors/nothing_here.js'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'
import { metadataFault } from '../metadata_fault.js'

export const CERTIFICATES = `${HOME}/certificates`

export default class CertificatesController {
  /** GET /settings/single-sign-on/certificates */
  async index(ctx: HttpContext) {
    return certificates(ctx)
  }

  /** POST /settings/single-sign-on/certificates */
  async store(ctx: HttpContext) {
    const text = typedText(ctx.request.input('certificate'))
    const fault = await faultOf(ctx, () => CertificateList.add(text, ctx.dashboard.actor(ctx)))
    if (fault) return certificates(ctx, { text, fault })
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.certificate_added'))
    return ctx.response.redirect(CERTIFICATES, false, 303)
  }

  /** POST /settings/single-sign-on/certificates/:sha256/remove */
  async destroy(ctx: HttpContext) {
    const sha256 = String(ctx.params.sha256)
    const connection = await Connection.current()
    if (!connection?.certificates.some((one) => one.sha256 === sha256)) throw new NothingHere()
    const fault = await faultOf(ctx, () => CertificateList.remove(sha256, ctx.dashboard.actor(ctx)))
    if (fault) flash(ctx, 'danger', fault)
    else flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.certificate_removed'))
    return ctx.response.redirect(CERTIFICATES, false, 303)
  }
}

async function faultOf(ctx: HttpContext, work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof MetadataRefused) return metadataFault(phrasesOf(ctx), error)
    throw error
  }
}

async function certificates(ctx: HttpContext, sent?: { text: string; fault: string }) {
  const connection = await Connection.current()
  const { isInPlan } = await readSettings(ctx)
  const now = clock.now()
  const step = stepAfter(connection)
  const state = {
    ...{ connection, isInPlan, sent: sent ?? null },
    theirs: (connection?.certificates ?? []).map((one) => ({
      ...one,
      isOver: one.not_after <= now,
    })),
    keys: (connection?.keys ?? []).map(({ role, notAfter, createdAt }) => ({
      ...{ role, notAfter, createdAt },
    })),
    step,
  }
  return showSettings(ctx, 'certificates', state, sent ? 422 : 200)
}

/** The step of an exchange of our own key that comes next. */
function stepAfter(connection: Connection | null): KeyStep {
  const roles = (connection?.keys ?? []).map(({ role }) => role)
  if (roles.includes('next')) return 'use'
  return roles.includes('retired') ? 'retire' : 'announce'
}

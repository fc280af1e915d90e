import type { HttpContext } from '@adonisjs/core/http'
import { clock } from '#app/foundation/clock'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import Connection from '#app/single_sign_on/connection'
import MetadataRefused from '#app/single_sign_on/errors/metadata_refused'
import type OwnKey from '#app/single_sign_on/own_key'
import type { KeyStep } from '#app/single_sign_on/own_keys'
import { CertificateList } from '#app/single_sign_on/provider/certificate_list'
import NothingHere from '../../errors/nothing_here.js'
import { HOME, readSettings, showSettings } from './settings_page.js'

export const CERTIFICATES = `${HOME}/certificates`

const STATES: Record<OwnKey['role'], string> = { current: 'In use', next: 'Next', retired: 'Old' }

const STEPS: Record<KeyStep, string> = {
  announce: 'Announce the next key',
  use: 'Use the next key',
  retire: 'Remove the old key',
}

export default class CertificatesController {
  /** GET /settings/single-sign-on/certificates */
  async index(ctx: HttpContext) {
    return certificates(ctx)
  }

  /** POST /settings/single-sign-on/certificates */
  async store(ctx: HttpContext) {
    const text = typedText(ctx.request.input('certificate'))
    const fault = await faultOf(() => CertificateList.add(text, ctx.dashboard.actor(ctx)))
    if (fault) return certificates(ctx, { text, fault })
    flash(ctx, 'success', 'Log-ins signed with it are accepted from now on.')
    return ctx.response.redirect(CERTIFICATES, false, 303)
  }

  /** POST /settings/single-sign-on/certificates/:sha256/remove */
  async destroy(ctx: HttpContext) {
    const sha256 = String(ctx.params.sha256)
    const connection = await Connection.current()
    if (!connection?.certificates.some((one) => one.sha256 === sha256)) throw new NothingHere()
    const fault = await faultOf(() => CertificateList.remove(sha256, ctx.dashboard.actor(ctx)))
    if (fault) flash(ctx, 'danger', fault)
    else flash(ctx, 'success', 'Log-ins signed with it are refused from now on.')
    return ctx.response.redirect(CERTIFICATES, false, 303)
  }
}

async function faultOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof MetadataRefused) return error.message
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
      ...{ state: STATES[role], notAfter, createdAt },
    })),
    ...{ step, stepText: STEPS[step] },
  }
  return showSettings(ctx, 'certificates', state, sent ? 422 : 200)
}

/** The step of an exchange of our own key that comes next. */
function stepAfter(connection: Connection | null): KeyStep {
  const roles = (connection?.keys ?? []).map(({ role }) => role)
  if (roles.includes('next')) return 'use'
  return roles.includes('retired') ? 'retire' : 'announce'
}

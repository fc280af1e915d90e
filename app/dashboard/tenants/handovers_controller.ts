import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { flash } from '#app/front_door/pages/flash'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isEmailAddress } from '#app/foundation/email_address'
import { Handover, HANDOVER_DAYS } from '#app/identity/handover/handover'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { findTenant, openResale } from './resale_access.js'
import { tenantView } from './resale_views.js'

const MAX_NAME = 100

type Values = { name: string; email: string }
type Errors = Partial<Record<keyof Values | 'form', string>>

export default class HandoversController {
  /** GET /tenants/:id/handover */
  async create(ctx: HttpContext) {
    await openResale(ctx)
    return showForm(ctx, { name: '', email: '' })
  }

  /** POST /tenants/:id/handover */
  async store(ctx: HttpContext) {
    await openResale(ctx)
    const tenant = await findTenant(ctx)
    const { name, email } = ctx.request.body()
    const values = { name: typedText(name), email: typedText(email) }
    const phrases = phrasesOf(ctx)
    const errors = faultsOf(values, phrases)
    if (Object.keys(errors).length > 0) return showForm(ctx, values, errors)
    try {
      await Handover.ask(tenant.id, values, {
        resellerId: ctx.dashboard.tenant.id,
        actor: ctx.dashboard.actor(ctx),
      })
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      return showForm(ctx, values, { form: refusalIn(phrases, error) })
    }
    flash(ctx, 'success', phrases.t('tenants.handover_begun'))
    ctx.response.redirect(`/tenants/${tenant.id}`, false, 303)
  }
}

function faultsOf({ name, email }: Values, phrases: DashboardPhrasebook): Errors {
  const { t } = phrases
  const ofName = name ? faultOfLine(name, MAX_NAME, phrases) : t('common.nameless')
  return {
    ...(ofName && { name: ofName }),
    ...(!isEmailAddress(email) && { email: t('common.not_an_address') }),
  }
}

async function showForm(ctx: HttpContext, values: Values, errors: Errors = {}): Promise<void> {
  const tenant = tenantView(await findTenant(ctx), phrasesOf(ctx))
  const state = { tenant, values, errors, days: HANDOVER_DAYS }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  await showPage(ctx, 'dashboard/tenants/handover', state, status)
}

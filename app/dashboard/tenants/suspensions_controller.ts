import type { HttpContext } from '@adonisjs/core/http'
import { flashOutcome } from '../flash_outcome.js'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { findTenant, openResale } from './resale_access.js'
import { tenantView } from './resale_views.js'

const MAX_REASON = 500

export default class SuspensionsController {
  /** GET /tenants/:id/suspend */
  async create(ctx: HttpContext) {
    await openResale(ctx)
    return showForm(ctx, '')
  }

  /** POST /tenants/:id/suspend */
  async store(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const { id, name } = await findTenant(ctx)
    const phrases = phrasesOf(ctx)
    const reason = typedText(ctx.request.body().reason)
    const fault = reason
      ? faultOfLine(reason, MAX_REASON, phrases)
      : phrases.t('tenants.reasonless')
    if (fault) return showForm(ctx, reason, fault)
    const outcome = { back: `/tenants/${id}`, done: phrases.t('tenants.suspended', { name }) }
    return flashOutcome(ctx, outcome, () => resale.suspend(id, reason))
  }

  /** POST /tenants/:id/resume */
  async destroy(ctx: HttpContext) {
    const resale = await openResale(ctx)
    const { id, name } = await findTenant(ctx)
    const outcome = { back: `/tenants/${id}`, done: phrasesOf(ctx).t('tenants.resumed', { name }) }
    return flashOutcome(ctx, outcome, () => resale.resume(id))
  }
}

async function showForm(ctx: HttpContext, reason: string, error?: string): Promise<void> {
  const tenant = tenantView(await findTenant(ctx), phrasesOf(ctx))
  const state = { tenant, reason, error }
  await showPage(ctx, 'dashboard/tenants/suspend', state, error ? 422 : 200)
}

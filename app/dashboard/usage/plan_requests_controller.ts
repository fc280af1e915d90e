import type { AccountAction } from '#app/audit/audit_action'
import type { HttpContext } from '@adonisjs/core/http'
import { SecurityTrail } from '#app/audit/security_trail'
import { flash } from '#app/front_door/pages/flash'
import { faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { unit } from '#app/tenancy/current_tenant'
import PlanRequest from '#app/tenants/plans/plan_request'
import PlanGrant from '#app/tenants/plans/plan_grant'
import { planOverview } from '#app/tenants/plans/plan_overview'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { KEPT_THINGS } from '#app/webhooks/kept_things'
import { frozenThings } from './frozen.js'
import { planColumns } from './plan_columns.js'
import type { PlanColumn } from './plan_words.js'

const PAGE = '/settings/usage'
const MAX_NOTE = 1_000

export default class PlanRequestsController {
  /** GET /settings/plan/:plan */
  async create(ctx: HttpContext) {
    return form(ctx, await wantedPlan(ctx))
  }

  /** POST /settings/plan/:plan: nothing is charged; the seller of this account decides. */
  async store(ctx: HttpContext) {
    const wanted = await wantedPlan(ctx)
    const { plan, from } = wanted
    const note = typedText(ctx.request.body().note)
    const fault = faultOfText(note, MAX_NOTE, phrasesOf(ctx))
    if (fault) return form(ctx, wanted, { note, error: fault }, 422)
    const { dashboard } = ctx
    const asked = {
      tenantId: ctx.tenant.id,
      planKey: plan.key,
      note: note || null,
      by: dashboard.user.id,
    }
    const { id } = await PlanRequest.ask(asked)
    const details = { requestId: id, from: from.key, to: plan.key }
    await enter(ctx, 'plan.requested', details)
    flash(ctx, 'success', phrasesOf(ctx).t('usage.request_sent', { name: plan.name }))
    ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/plan: the open request is taken back. */
  async destroy(ctx: HttpContext) {
    await PlanRequest.withdraw(ctx.tenant.id, ctx.dashboard.user.id)
    await enter(ctx, 'plan.request_withdrawn', {})
    flash(ctx, 'success', phrasesOf(ctx).t('usage.request_withdrawn'))
    ctx.response.redirect(PAGE, false, 303)
  }
}

function enter(ctx: HttpContext, action: AccountAction, details: Record<string, unknown>) {
  return unit(() => SecurityTrail.append({ action, actor: ctx.dashboard.actor(ctx), details }))
}

interface Wanted {
  plan: PlanColumn
  /** Its own, whatever it tries at the moment. */
  from: { key: string; name: string }
  /** What would stand still under it. */
  frozen: string[]
}

/** One that is offered, and that the account does not have: what it only tries it can ask for. */
async function wantedPlan(ctx: HttpContext): Promise<Wanted> {
  const [[kept]] = await readPage(ctx, KEPT_THINGS)
  const { entitlements } = ctx.profile
  const phrases = phrasesOf(ctx)
  const overview = await planOverview(ctx.tenant.id, entitlements)
  const { ownPlan, grants, hasHosts } = overview
  const plans = planColumns(overview.plans, phrases)
  const plan = plans.find(({ key, isOffered }) => key === ctx.params.plan && isOffered)
  if (!plan || plan.key === ownPlan) throw new NothingHere()
  const from = plans.find(({ key }) => key === ownPlan) ?? entitlements.plan
  const then = entitlements.under({ ...plan.entitlements, ...PlanGrant.given(grants) })
  return { plan, from, frozen: frozenThings(then, { ...kept, hasHosts }, phrases) }
}

async function form(
  ctx: HttpContext,
  wanted: Wanted,
  { note = '', error = null }: { note?: string; error?: string | null } = {},
  status = 200
): Promise<void> {
  const planName = wanted.from.name
  await showPage(ctx, 'dashboard/usage/ask', { ...wanted, planName, note, error }, status)
}

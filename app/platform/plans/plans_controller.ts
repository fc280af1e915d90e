import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { PlatformTrail } from '#app/audit/platform_trail'
import { flash } from '#app/front_door/pages/flash'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { openRequests } from '#app/tenants/plans/open_requests'
import { TenantCounts } from '#app/tenants/tenant_counts'
import Plan from '#app/tenants/plans/plan'
import { PlanChange } from '#app/tenants/plans/plan_change'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import Tenant from '#app/tenants/tenant'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import { actorOf } from '../signed_in.js'
import {
  ENTRIES,
  formOf,
  planForm,
  readPlan,
  stateOf,
  type PlanForm,
  type WantedPlan,
} from './plan_form.js'
import { planPreview, words } from './plan_preview.js'

const CHANGED =
  'Somebody else has changed this plan in the meantime. This is its current state; your changes were not saved.'

export default class PlansController {
  /** GET /plans */
  async index(ctx: HttpContext) {
    const plans = await Plan.query().orderBy('position')
    const counts = await TenantCounts.byPlan()
    const shown = plans.map(({ key, name, priceCents, currency, entitlements }) => ({
      ...{ key, name, currency, entitlements },
      price: priceCents === null ? null : (priceCents / 100).toFixed(2),
      tenants: counts.get(key) ?? 0,
    }))
    return showPage(ctx, 'plans/index', { plans: shown, requests: await openRequests(null) })
  }

  /** GET /plans/:key */
  async edit(ctx: HttpContext) {
    const plan = await find(ctx)
    return form(ctx, plan, formOf(plan))
  }

  /** POST /plans/:key/preview: whom it would touch. Nothing is changed yet. */
  async preview(ctx: HttpContext) {
    const plan = await find(ctx)
    const typed = planForm(ctx.request.body())
    if (ctx.request.body().again === 'yes') return form(ctx, plan, typed)
    const read = readPlan(typed)
    if ('errors' in read) return form(ctx, plan, typed, read.errors)
    const preview = await planPreview(plan, read.wanted)
    return showPage(ctx, 'plans/preview', {
      plan: { key: plan.key, name: plan.name },
      typed,
      preview,
    })
  }

  /** POST /plans/:key */
  async update(ctx: HttpContext) {
    const plan = await find(ctx)
    const typed = planForm(ctx.request.body())
    const read = readPlan(typed)
    if ('errors' in read) return form(ctx, plan, typed, read.errors)
    if (!(await change(ctx, typed.seen, plan, read.wanted))) {
      const now = await find(ctx)
      return form(ctx, now, formOf(now), { plan: CHANGED })
    }
    flash(ctx, 'success', 'The plan has been changed. Its tenants get it within seconds.')
    ctx.response.redirect('/plans', false, 303)
  }
}

/** @returns false, and changes nothing, when somebody else has changed the plan since it was shown: whom that touches was not seen */
async function change(
  ctx: HttpContext,
  seen: string,
  plan: Plan,
  { name, priceCents, entitlements }: WantedPlan
): Promise<boolean> {
  return platformTransaction(async (trx) => {
    const now = await Plan.query({ client: trx }).where('key', plan.key).forUpdate().firstOrFail()
    if (stateOf(now) !== seen) return false
    const { changes, tenants } = await PlanChange.apply(plan.key, entitlements, trx)
    await now.merge({ name, priceCents }).save()
    // also who has the plan and gains or loses nothing reads its name
    if (name !== plan.name) await EntitlementsProjection.ask(await tenantsOn(plan, trx), trx)
    const details = {
      ...{ plan: plan.key, tenants: tenants.length, name, priceCents },
      changes: changes.map((one) => `${one.name}: ${words(one.from)} → ${words(one.to)}`),
    }
    await PlatformTrail.append({ action: 'plan.changed', actor: actorOf(ctx), details }, trx)
    return true
  })
}

async function tenantsOn({ key }: Plan, client: TransactionClientContract): Promise<string[]> {
  const tenants = await Tenant.query({ client })
    .where('planKey', key)
    .whereIn('status', ['ready', 'suspended'])
  return tenants.map(({ id }) => id)
}

function form(ctx: HttpContext, plan: Plan, values: PlanForm, errors: object = {}) {
  const status = Object.keys(errors).length > 0 ? 422 : 200
  const { key, name, currency } = plan
  const state = { plan: { key, name, currency }, entries: ENTRIES, values, errors }
  return showPage(ctx, 'plans/edit', state, status)
}

async function find({ params }: HttpContext): Promise<Plan> {
  const plan = await Plan.find(String(params.key))
  if (!plan) throw new NothingHere()
  return plan
}

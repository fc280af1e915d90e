import type { HttpContext } from '@adonisjs/core/http'
import { Seats } from '#app/identity/users/seats'
import PlanGrant from '#app/tenants/plans/plan_grant'
import PlanRequest from '#app/tenants/plans/plan_request'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { PlaceInList } from '../place_in_list.js'
import { barriers, meterView } from './barriers.js'
import { KEPT_THINGS } from '#app/webhooks/kept_things'
import { frozenThings } from './frozen.js'
import { offeredPlans } from './offered_plans.js'
import { comparison, supportWords, type PlanColumn } from './plan_words.js'
import { grantView } from './grant_view.js'
import { usageLedger } from '#app/documents/usage_ledger'
import { PAGE_SIZE, ledgerView } from './usage_ledger.js'

export default class UsageController {
  /** GET /settings/usage */
  async show(ctx: HttpContext) {
    const { dashboard } = ctx
    const month = UsageMonth.current()
    const after = PlaceInList.read(ctx.request.qs().after)
    const audience = dashboard.documentsOf
    const [used, seats, kept, lines] = await readPage(
      ctx,
      Usage.statement(month),
      Seats.statement,
      KEPT_THINGS,
      usageLedger({ audience, after, limit: PAGE_SIZE + 1 })
    )
    const { entitlements } = ctx.profile
    const phrases = phrasesOf(ctx)
    const { used: taken, limit } = Seats.from(seats)
    const members = { name: 'members' as const, used: taken, limit }
    const items = [...Usage.items(entitlements, used), members]
    const plans = await offeredPlans(entitlements, phrases)
    return showPage(ctx, 'dashboard/usage/show', {
      month: { name: month.name, resetsAt: month.resetsAt },
      meters: items.map((item) => meterView(item, phrases)),
      barriers: barriers(items, month, phrases),
      frozen: await frozenThings(entitlements, kept, phrases),
      plan: {
        key: entitlements.planKey,
        name: entitlements.planName,
        until: entitlements.planUntil,
        price: plans.find(({ key }) => key === entitlements.planKey)?.price ?? null,
        support: supportWords(entitlements.values, phrases),
      },
      grants: (await PlanGrant.inForce(ctx.tenant.id)).map((grant) => grantView(grant, phrases)),
      request: await requestView(ctx.tenant.id, plans),
      plans,
      facts: comparison(plans, phrases),
      mayAsk: dashboard.may('plan'),
      ledger: ledgerView(lines),
    })
  }
}

/** One that is open, or what was said to the last. */
async function requestView(tenantId: string, plans: readonly PlanColumn[]) {
  const request = await PlanRequest.latest(tenantId)
  if (!request || request.status === 'withdrawn' || request.status === 'granted') return null
  const { status, planKey, createdAt, decidedAt, answer } = request
  const planName = plans.find(({ key }) => key === planKey)?.name ?? planKey
  return { status, planName, createdAt, decidedAt, answer }
}

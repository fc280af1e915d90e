import type { HttpContext } from '@adonisjs/core/http'
import { planOverview, type PlanOverview } from '#app/tenants/plans/plan_overview'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { PlaceInList } from '../place_in_list.js'
import { barriers, meterView } from './barriers.js'
import { KEPT_THINGS } from '#app/webhooks/kept_things'
import { frozenThings } from './frozen.js'
import { planColumns } from './plan_columns.js'
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
    const [used, [kept], lines] = await readPage(
      ctx,
      Usage.statement(month),
      KEPT_THINGS,
      usageLedger({ audience, after, limit: PAGE_SIZE + 1 })
    )
    const { entitlements } = ctx.profile
    const phrases = phrasesOf(ctx)
    const limit = entitlements.limit('members')
    const members = { name: 'members' as const, used: kept.members, limit }
    const items = [...Usage.items(entitlements, used), members]
    const overview = await planOverview(ctx.tenant.id, entitlements)
    const { grants, hasHosts } = overview
    const plans = planColumns(overview.plans, phrases)
    return showPage(ctx, 'dashboard/usage/show', {
      month: { name: month.name, resetsAt: month.resetsAt },
      meters: items.map((item) => meterView(item, phrases)),
      barriers: barriers(items, month, phrases),
      frozen: frozenThings(entitlements, { ...kept, hasHosts }, phrases),
      plan: {
        key: entitlements.planKey,
        name: entitlements.planName,
        until: entitlements.planUntil,
        own: overview.ownPlan,
        price: plans.find(({ key }) => key === entitlements.planKey)?.price ?? null,
        support: supportWords(entitlements.values, phrases),
      },
      grants: grants.map((grant) => grantView(grant, phrases)),
      request: requestView(overview.request, plans),
      plans,
      facts: comparison(plans, phrases),
      mayAsk: dashboard.may('plan'),
      ledger: ledgerView(lines),
    })
  }
}

/** One that is open, or what was said to the last. */
function requestView(request: PlanOverview['request'], plans: readonly PlanColumn[]) {
  if (!request || request.status === 'withdrawn' || request.status === 'granted') return null
  const {
    status,
    plan_key: planKey,
    created_at: createdAt,
    decided_at: decidedAt,
    answer,
  } = request
  const planName = plans.find(({ key }) => key === planKey)?.name ?? planKey
  return { status, planName, createdAt, decidedAt, answer }
}

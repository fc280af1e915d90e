import db from '@adonisjs/lucid/services/db'
import type { RawQueryBindings } from '@adonisjs/lucid/types/querybuilder'
import { clock } from '#app/foundation/clock'
import { rowOfJson } from '#app/tenancy/models/json_row'
import type { PlatformRow } from '#app/tenancy/row'
import { SERVED } from '../domains/domain.js'
import { IS_SOLD } from '../resale/resale_offer.js'
import type TenantEntitlements from '../tenant_entitlements.js'
import type { Entitlements } from './entitlements.js'
import type { GrantInForce } from './plan_grant.js'

/** What the platform knows of an account's plan. */
export interface PlanOverview {
  /** What it can choose from, along with its own plan and the one on trial, in their order. */
  plans: OfferedPlan[]
  /** The key of its own plan, which applies again once a trial ends. */
  ownPlan: string
  /** What was given beside the plan and holds now, newest first. */
  grants: GrantInForce[]
  /** The newest, whatever became of it. */
  request: LatestRequest | null
  /** Own hosts lead to it. */
  hasHosts: boolean
}

/** At the price of the account's seller: the reseller, or the platform. */
export interface OfferedPlan extends PlatformRow<'plans', 'key' | 'name' | 'currency'> {
  entitlements: Entitlements
  /** A month; null is by agreement. */
  priceCents: number | null
  /** Its seller sells it; the plan that it has may be one that is not for sale. */
  isOffered: boolean
}

type LatestRequest = PlatformRow<
  'plan_requests',
  'status' | 'plan_key' | 'created_at' | 'decided_at' | 'answer'
>

interface Row {
  plans: OfferedPlan[]
  ownPlan: string
  grants: (Omit<GrantInForce, 'until'> & { until: string })[]
  request: Record<string, unknown> | null
  hasHosts: boolean
}

const PLANS = `
  select coalesce(jsonb_agg(jsonb_build_object('key', p.key, 'name', p.name, 'currency', p.currency, 'entitlements', p.entitlements,
           'priceCents', case when :sellerId::text is null then p.price_cents
                              when ${IS_SOLD} then coalesce(t.price_cents, p.price_cents) end,
           'isOffered', :sellerId::text is null or (${IS_SOLD} and coalesce(t.is_offered, true))) order by p.position), '[]')
    from plans p left join resale_terms t on t.plan_key = p.key and t.reseller_id = :sellerId
   where :sellerId::text is null or p.key in (:planKey, own.plan_key) or (${IS_SOLD} and coalesce(t.is_offered, true))`

const GRANTS = `
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'planKey', plan_key, 'entitlement', entitlement, 'value', value, 'until', until)
           order by created_at desc), '[]')
    from plan_grants where tenant_id = :id and ended_at is null and until > :now`

const REQUEST = `
  select to_jsonb(r) from plan_requests r where tenant_id = :id order by created_at desc, id desc limit 1`

const OVERVIEW = `
  select (${PLANS}) as plans, own.plan_key as "ownPlan", (${GRANTS}) as grants, (${REQUEST}) as request,
         exists (select from domains where tenant_id = :id and status = any (:served)) as "hasHosts"
    from tenants own where own.id = :id`

/** In one statement, of the account whose entitlements these are. */
export async function planOverview(
  tenantId: string,
  { parentId: sellerId, planKey }: TenantEntitlements
): Promise<PlanOverview> {
  const asked = { id: tenantId, sellerId, planKey, now: clock.now(), served: SERVED }
  const platform = db.connection('platform')
  const bindings = asked as unknown as RawQueryBindings
  const { rows } = await platform.rawQuery<{ rows: Row[] }>(OVERVIEW, bindings)
  const [{ plans, ownPlan, grants, request, hasHosts }] = rows
  return {
    ...{ plans, ownPlan },
    grants: grants.map((grant) => ({ ...grant, until: new Date(grant.until) })),
    request: request && (rowOfJson(request) as LatestRequest),
    hasHosts,
  }
}

import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type { Entitlements } from './entitlements.js'
import Plan from './plan.js'
import { EntitlementsProjection } from '../entitlements_projection.js'
import { UsageMonth } from '../usage/usage_month.js'
import PlanUnknown from '../errors/plan_unknown.js'

type Name = keyof Entitlements

/** One entitlement, before and after. */
export interface EntitlementChange {
  name: Name
  from: Entitlements[Name]
  to: Entitlements[Name]
  /** Less than before: somebody may lose something. */
  isLess: boolean
}

export interface TouchedTenant {
  id: string
  slug: string
  name: string
  parentId: string | null
  /** On this plan only for a trial. */
  isOnTrial: boolean
  /** Quotas of which this tenant has used more this month than it would have. */
  exceeds: Name[]
}

export interface PlanPreview {
  changes: EntitlementChange[]
  tenants: TouchedTenant[]
}

interface Row extends Omit<TouchedTenant, 'exceeds'> {
  granted: Name[]
  used: Record<string, number>
}

/** Whose plan it is, or is on trial; with what each has been granted by hand, which a change of the plan does not touch. */
const TENANTS = `
  with in_force as (select * from plan_grants where ended_at is null and until > now()),
  trials as (
    select distinct on (tenant_id) tenant_id, plan_key from in_force where plan_key is not null order by tenant_id, created_at desc, id desc)
  select t.id, t.slug, t.name, t.parent_id as "parentId", trials.plan_key is not null as "isOnTrial",
         coalesce((select array_agg(distinct g.entitlement) from in_force g where g.tenant_id = t.id and g.entitlement is not null), '{}') as granted,
         coalesce((select jsonb_object_agg(u.name, u.used) from usage_totals u where u.tenant_id = t.id and u.month = :month), '{}') as used
    from tenants t left join trials on trials.tenant_id = t.id
   where coalesce(trials.plan_key, t.plan_key) = :plan and t.status <> 'deleted'
   order by lower(t.name), t.id`

/** A plan becomes another: first seen, then done. */
export const PlanChange = {
  /** Whom it would touch, and how. @throws PlanUnknown */
  async preview(
    planKey: string,
    entitlements: Entitlements,
    client: QueryClientContract = db.connection('platform')
  ): Promise<PlanPreview> {
    const plan = await Plan.find(planKey, { client })
    if (!plan) throw new PlanUnknown(planKey)
    const changes = changesBetween(plan.entitlements, entitlements)
    const bindings = { plan: planKey, month: UsageMonth.current().name }
    const { rows } = await client.rawQuery<{ rows: Row[] }>(TENANTS, bindings)
    return { changes, tenants: rows.flatMap((row) => touched(row, changes)) }
  },

  /**
   * Changes the plan, and leaves the work that tells each account of it.
   *
   * @returns whom it touched
   * @throws PlanUnknown
   */
  async apply(
    planKey: string,
    entitlements: Entitlements,
    trx?: TransactionClientContract
  ): Promise<PlanPreview> {
    if (!trx) return platformTransaction((own) => PlanChange.apply(planKey, entitlements, own))
    // of two operators who change it at the same time, the second sees what the first has made of it
    await Plan.query({ client: trx }).where({ key: planKey }).forUpdate()
    const preview = await PlanChange.preview(planKey, entitlements, trx)
    await trx
      .from('plans')
      .where({ key: planKey })
      .update({ entitlements: JSON.stringify(entitlements), updated_at: clock.now() })
    await EntitlementsProjection.ask(
      preview.tenants.map(({ id }) => id),
      trx
    )
    return preview
  },
}

/** Entitlement by entitlement. */
export function changesBetween(before: Entitlements, after: Entitlements): EntitlementChange[] {
  return (Object.keys(after) as Name[])
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const [from, to] = [before[name], after[name]]
      return { name, from, to, isLess: rank(name, to) < rank(name, from) }
    })
}

const SUPPORT = ['none', 'email', 'priority', 'dedicated']

/** No limit is more than any. */
function rank(name: Name, value: Entitlements[Name]): number {
  if (value === null) return Number.POSITIVE_INFINITY
  return name === 'support' ? SUPPORT.indexOf(String(value)) : Number(value)
}

/** None for whom every change is covered by what was granted by hand. */
function touched({ granted, used, ...tenant }: Row, all: EntitlementChange[]): TouchedTenant[] {
  const changes = all.filter(({ name }) => !granted.includes(name))
  if (changes.length === 0) return []
  const exceeds = changes
    .filter(({ name, to }) => typeof to === 'number' && (used[meterOf(name)] ?? 0) > to)
    .map(({ name }) => name)
  return [{ ...tenant, exceeds }]
}

/** `signaturesPerMonth` → `signatures`, which is how usage names it. */
export function meterOf(name: Name): string {
  return name.endsWith('PerMonth') ? name.slice(0, -'PerMonth'.length) : ''
}

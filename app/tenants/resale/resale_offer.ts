import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { RawQueryBindings } from '@adonisjs/lucid/types/querybuilder'
import { SYSTEM, type Actor } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Plan from '../plans/plan.js'
import PlanNotSellable from '../errors/plan_not_sellable.js'
import PlanUnknown from '../errors/plan_unknown.js'

/** A plan that a reseller may sell, what it charges for it, and what the platform charges the reseller. Cents a month; `null` is by agreement. */
export interface ResaleOffer {
  plan: string
  name: string
  listCents: number | null
  wholesaleCents: number | null
  priceCents: number | null
  /** What the reseller has chosen; `null` follows the list. */
  chosenCents: number | null
  currency: string
  /** The reseller's own choice: a plan it may sell and does not. */
  isOffered: boolean
}

/** What the reseller itself decides of an offer. Without a price it follows the list. */
export type ResaleTerms = Pick<ResaleOffer, 'plan' | 'priceCents' | 'isOffered'>

/** What the platform decides of it. */
export interface AgreedTerms {
  plan: string
  wholesaleCents?: number
  isAllowed?: boolean
}

interface Row {
  plan: string
  name: string
  list_cents: number | null
  wholesale_cents: number | null
  price_cents: number | null
  chosen_cents: number | null
  currency: string
  is_offered: boolean
}

/**
 * Whether a reseller may sell a plan `p`, with its terms `t`, if there are any: an expression of SQL. Three levels are enough: what can resell
 * is sold by the platform alone.
 */
export const IS_SOLD = "(not (p.entitlements->>'resell')::boolean and coalesce(t.is_allowed, true))"

const OFFERS = `
  select p.key as plan, p.name, p.price_cents as list_cents, coalesce(t.wholesale_cents, p.price_cents) as wholesale_cents,
         coalesce(t.price_cents, p.price_cents) as price_cents, t.price_cents as chosen_cents, p.currency, coalesce(t.is_offered, true) as is_offered
    from plans p left join resale_terms t on t.plan_key = p.key and t.reseller_id = :resellerId
   where ${IS_SOLD}
   order by p.position`

const CHARGE = `
  insert into resale_terms (reseller_id, plan_key, price_cents, is_offered, updated_at)
  values (:resellerId, :plan, :priceCents, :isOffered, :at)
  on conflict (reseller_id, plan_key)
  do update set price_cents = excluded.price_cents, is_offered = excluded.is_offered, updated_at = excluded.updated_at`

const AGREE = `
  insert into resale_terms (reseller_id, plan_key, wholesale_cents, is_allowed, updated_at)
  values (:resellerId, :plan, :wholesaleCents, coalesce(:isAllowed::boolean, true), :at)
  on conflict (reseller_id, plan_key)
  do update set wholesale_cents = coalesce(:wholesaleCents, resale_terms.wholesale_cents),
                is_allowed = coalesce(:isAllowed::boolean, resale_terms.is_allowed), updated_at = excluded.updated_at`

/** What the platform lets a reseller sell. */
export const ResaleOffers = {
  async of(
    resellerId: string,
    client: QueryClientContract = db.connection('platform')
  ): Promise<ResaleOffer[]> {
    const { rows } = await client.rawQuery<{ rows: Row[] }>(OFFERS, { resellerId })
    return rows.map(offer)
  },

  /** @throws PlanNotSellable also for a plan that does not exist: which there are is not said */
  async assertSold(resellerId: string, plan: string, client?: QueryClientContract): Promise<void> {
    const sold = (await ResaleOffers.of(resellerId, client)).filter(({ isOffered }) => isOffered)
    const names = sold.map((one) => one.plan)
    if (!names.includes(plan)) throw new PlanNotSellable(plan, names)
  },

  /** The platform's side of the terms; what is left out stays as it is. @throws PlanUnknown */
  async agree(resellerId: string, terms: AgreedTerms, by: Actor = SYSTEM): Promise<void> {
    const { plan, wholesaleCents = null, isAllowed = null } = terms
    const values = { resellerId, plan, wholesaleCents, isAllowed, at: clock.now() }
    const details = { tenantId: resellerId, ...terms }
    await platformTransaction(async (client) => {
      if (!(await Plan.find(plan, { client }))) throw new PlanUnknown(plan)
      await client.rawQuery(AGREE, values as RawQueryBindings)
      await PlatformTrail.append({ action: 'reseller.terms_agreed', actor: by, details }, client)
    })
  },

  /** All of them or none. @throws PlanNotSellable */
  async charge(resellerId: string, terms: readonly ResaleTerms[]): Promise<void> {
    const names = (await ResaleOffers.of(resellerId)).map((one) => one.plan)
    const refused = terms.find(({ plan }) => !names.includes(plan))
    if (refused) throw new PlanNotSellable(refused.plan, names)
    await platformTransaction(async (client) => {
      for (const { plan, priceCents, isOffered } of terms) {
        const values = { resellerId, plan, priceCents, isOffered, at: clock.now() }
        await client.rawQuery(CHARGE, values as RawQueryBindings)
      }
    })
  },
}

function offer(row: Row): ResaleOffer {
  const { plan, name, currency } = row
  return {
    ...{ plan, name, currency },
    listCents: row.list_cents,
    wholesaleCents: row.wholesale_cents,
    priceCents: row.price_cents,
    chosenCents: row.chosen_cents,
    isOffered: row.is_offered,
  }
}

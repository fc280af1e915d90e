import { detailLine } from '#app/audit/detail_line'
import type { ReadEntry } from '#app/audit/read_entry'
import Operator from '#app/identity/operators/operator'
import Plan from '#app/tenants/plans/plan'
import Tenant from '#app/tenants/tenant'
import { IMPACT_WORDS, PART_WORDS, STATE_WORDS } from '../incidents/incident_words.js'
import { GRANTABLE } from '../tenants/grant_form.js'

/** A detail of an entry as operators read it; `href` leads to what it names. */
export interface TrailDetail {
  name: string
  value: string
  href?: string
}

/** By whose name an id is read, and whose page shows it. */
type Named = 'tenant' | 'operator' | 'plan'

const NAMED: Readonly<Record<string, { as: Named; name: string }>> = {
  tenantId: { as: 'tenant', name: 'Tenant' },
  resellerId: { as: 'tenant', name: 'Reseller' },
  operatorId: { as: 'operator', name: 'Operator' },
  plan: { as: 'plan', name: 'Plan' },
}

/** Of this action alone: elsewhere they are cells. */
const PLAN_CHANGE = { from: { as: 'plan', name: 'From' }, to: { as: 'plan', name: 'To' } } as const

const PAGES: Readonly<Record<string, { name: string; path: string }>> = {
  incidentId: { name: 'Incident', path: '/incidents' },
  reportId: { name: 'Report', path: '/reports' },
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  parts: PART_WORDS,
  impact: IMPACT_WORDS,
  state: STATE_WORDS,
  entitlement: Object.fromEntries(
    Object.entries(GRANTABLE).map(([key, { label }]) => [key, label])
  ),
}

type Read = Pick<ReadEntry, 'action' | 'body' | 'personal'>

/** Reads the names of all that entries name, in three statements at most. */
export class TrailDetails {
  #names: Record<Named, ReadonlyMap<string, string>> = {
    tenant: new Map(),
    operator: new Map(),
    plan: new Map(),
  }

  static async of(entries: readonly Read[]): Promise<TrailDetails> {
    const details = new TrailDetails()
    const ids = (as: Named) => entries.flatMap((entry) => namedIn(entry, as))
    const [tenants, operators, plans] = await Promise.all([
      // a deleted one has no page, and no name
      Tenant.query().whereIn('id', ids('tenant')).whereNot('status', 'deleted'),
      Operator.findMany(ids('operator')),
      Plan.query().whereIn('key', ids('plan')),
    ])
    details.#names = {
      tenant: new Map(tenants.map(({ id, name }) => [id, name])),
      operator: new Map(operators.map(({ id, name }) => [id, name])),
      plan: new Map(plans.map(({ key, name }) => [key, name])),
    }
    return details
  }

  line({ action }: Read, name: string, value: unknown): TrailDetail {
    const named = namedBy(action, name)
    if (named && typeof value === 'string') return this.#named(named, value)
    const page = Object.hasOwn(PAGES, name) ? PAGES[name] : null
    if (page)
      return { name: page.name, value: String(value), href: `${page.path}/${String(value)}` }
    const words = Object.hasOwn(WORDS, name) ? WORDS[name] : {}
    const worded = [value].flat().map((one) => words[String(one)] ?? one)
    return detailLine(name, Array.isArray(value) ? worded : worded[0])
  }

  #named({ as, name }: { as: Named; name: string }, id: string): TrailDetail {
    const known = this.#names[as].get(id)
    if (known === undefined) return { name, value: id }
    const href = { tenant: `/tenants/${id}`, operator: '/operators', plan: '/plans' }[as]
    return { name, value: known, href }
  }
}

function namedIn(entry: Read, as: Named): string[] {
  return Object.entries(entry.body.details).flatMap(([name, value]) =>
    namedBy(entry.action, name)?.as === as && typeof value === 'string' ? [value] : []
  )
}

function namedBy(action: string, name: string) {
  const isPlanChange = action === 'tenant.plan_changed' && Object.hasOwn(PLAN_CHANGE, name)
  if (isPlanChange) return PLAN_CHANGE[name as keyof typeof PLAN_CHANGE]
  return Object.hasOwn(NAMED, name) ? NAMED[name] : null
}

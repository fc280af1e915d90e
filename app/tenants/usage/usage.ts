import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import type TenantEntitlements from '../tenant_entitlements.js'
import { METERS, type Counted, type Meter } from './meter.js'
import { UsageMonth } from './usage_month.js'
import { USAGE_NOTED } from './usage_report.js'
import { notifyThresholds } from './usage_threshold.js'
import QuotaExceeded from '../errors/quota_exceeded.js'

/** The same of a meter that has not as much left: nothing is counted. */
interface Refused extends Omit<Counted, 'used'> {
  used: null
  limit: number
}

type UsedRow = RowOf<'usage_months', 'name' | 'used'>

export interface UsageItem<Name extends string = string> {
  name: Name
  used: number
  limit: number | null
}

interface Sent {
  documentId: string
  signerIds: readonly string[]
}

interface LedgerUnit {
  name: Meter
  documentId: string
  signerId: string | null
}

const BUFFER = Symbol('usage of the unit')

/**
 * One statement: ledger and month, or neither. The months row is locked by it, so that of many units at once each sees what those
 * before it have used; one that would go beyond the limit gets no row back. A unit that stands in the ledger is not counted again.
 */
const CONSUME = `
  with fresh as (
    insert into usage_ledger (id, month, name, units, document_id, signer_id, created_at)
    select id, $1, name, 1, document_id, signer_id, $2
      from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as unit (id, name, document_id, signer_id)
    on conflict do nothing
    returning name),
  wanted as (
    select name, count(*)::int as units, (select (entitlements ->> (fresh.name || 'PerMonth'))::int from standing) as allowed
      from fresh group by name order by name),
  counted as (
    insert into usage_months as m (month, name, used)
    select $1, name, units from wanted where allowed is null or units <= allowed
    on conflict (month, name) do update set used = m.used + excluded.used
     where coalesce(m.used + excluded.used <= (select (entitlements ->> (excluded.name || 'PerMonth'))::int from standing), true)
    returning name, used)
  select w.name, w.units, w.allowed as limit, c.used from wanted w left join counted c using (name)`

const SENT_IN_SANDBOX = `
  select 'documents' as name, count(*)::int as used from documents where sent_at >= $1
  union all
  select 'signatures', count(*)::int from signers s join documents d on d.id = s.document_id
   where d.sent_at >= $1 and s.role <> 'copy'`

const USED = `select plan_key, plan_name, (select used from usage_months where month = $1 and name = $2) as used from standing`

interface PlanUse extends RowOf<'standing', 'plan_key' | 'plan_name'> {
  used: number | null
}

/** Into the month in which it was counted. */
const GIVE_BACK = `
  with back as (
    insert into usage_ledger (id, month, name, units, document_id, signer_id, created_at)
    select unit.id, l.month, l.name, -1, l.document_id, l.signer_id, $2
      from unnest($3::text[], $4::text[]) as unit (id, signer_id)
      join usage_ledger l on l.document_id = $1 and l.name = 'signatures' and l.units = 1 and l.signer_id = unit.signer_id
    on conflict do nothing
    returning month)
  update usage_months m set used = m.used - b.units
    from (select month, count(*)::int as units from back group by month) b
   where m.month = b.month and m.name = 'signatures'`

/** What a tenant has used of its plan. The sandbox counts nothing: its documents cost nobody anything. */
export const Usage = {
  /**
   * Counts a document and its signers, all of them, whenever their turn comes. Written once the unit's work is done, so that the month's row
   * is locked briefly; the unit fails with QuotaExceeded when the plan has no more.
   */
  consume({ documentId, signerIds }: Sent): void {
    if (CurrentTenant.get().environment === 'test') return
    CurrentTenant.buffer<LedgerUnit>(BUFFER).push(
      { name: 'documents', documentId, signerId: null },
      ...signerIds.map((signerId) => ({ name: 'signatures' as const, documentId, signerId }))
    )
    CurrentTenant.beforeCommit('usage', count)
  },

  /** Signatures that nobody can give any more. What was given back once stays so. */
  giveBack({ documentId, signerIds }: Sent): void {
    if (CurrentTenant.get().environment === 'test' || signerIds.length === 0) return
    const ids = signerIds.map(() => newId('use'))
    const values = [documentId, clock.now(), ids, signerIds]
    const write = async () =>
      void (await CurrentTenant.batch([{ text: GIVE_BACK, values }, USAGE_NOTED]))
    CurrentTenant.beforeCommit(`usage of ${documentId}`, write)
  },

  /** Part of a batch: a row for each name that was used this month. In the sandbox, what was sent there. */
  statement(month = UsageMonth.current()): Query<UsedRow> {
    if (CurrentTenant.get().environment === 'test') return query(SENT_IN_SANDBOX, [month.startsAt])
    return query('select name, used from usage_months where month = $1', [month.name])
  },

  /** What the statement answered, beside what the plan allows; `null` is no limit. The sandbox has none. */
  items(entitlements: TenantEntitlements, rows: readonly UsedRow[]): UsageItem<Meter>[] {
    const isLimited = CurrentTenant.get().environment === 'live'
    return METERS.map((name) => ({
      name,
      used: rows.find((row) => row.name === name)?.used ?? 0,
      limit: isLimited ? entitlements.limit(`${name}PerMonth`) : null,
    }))
  },
}

/** @throws QuotaExceeded */
async function count(): Promise<void> {
  const units = CurrentTenant.buffer<LedgerUnit>(BUFFER).splice(0)
  const month = UsageMonth.current()
  const values = [
    month.name,
    clock.now(),
    units.map(() => newId('use')),
    units.map(({ name }) => name),
    units.map(({ documentId }) => documentId),
    units.map(({ signerId }) => signerId),
  ]
  const [rows] = await CurrentTenant.batch([query<Counted | Refused>(CONSUME, values), USAGE_NOTED])
  const refused = rows.find((row) => row.used === null)
  if (refused) throw await refusal(month, refused)
  await notifyThresholds(
    month,
    rows.filter((row) => row.used !== null)
  )
}

async function refusal(month: UsageMonth, { name, limit, units }: Refused): Promise<QuotaExceeded> {
  const [[{ plan_key: key, plan_name: planName, used }]] = await CurrentTenant.batch([
    query<PlanUse>(USED, [month.name, name]),
  ])
  return new QuotaExceeded({
    name,
    plan: { key, name: planName },
    limit,
    used: used ?? 0,
    needed: units,
    resetsAt: month.resetsAt,
  })
}

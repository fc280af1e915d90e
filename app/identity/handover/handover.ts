import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { ResaleOutbox } from '#app/tenants/resale/resale_outbox'
import Tenant from '#app/tenants/tenant'
import TenantNotFound from '#app/tenants/errors/tenant_not_found'
import TenantStateConflict from '#app/tenants/errors/tenant_state_conflict'
import { tellOfHandover, type HandoverNews } from './handover_news.js'
import { HandoverOrder } from './handover_order.js'

/** Time for the account's owner to refuse: a reseller must not be able to enter its tenants' documents. */
export const HANDOVER_DAYS = 7

interface Person {
  name: string
  email: string
}

interface Asking {
  resellerId: string
  actor: Actor
  /** Asked again under the same, it is the same handover. */
  orderKey?: string
}

/** A handover that waits for its day. */
export interface PendingHandover extends Person {
  id: string
  askedBy: string
  dueAt: Date
}

type PendingRow = RowOf<'handover', 'id' | 'name' | 'email' | 'asked_by' | 'due_at'>

const PENDING = query<PendingRow>(
  'select id, name, email, asked_by, due_at from handover where outcome is null'
)
const UNTOLD = query<HandoverNews>(
  'select id, actor, outcome from handover where actor is not null'
)
const REFUSE = `update handover set outcome = 'refused' where outcome is null returning id`

/** The account's: who asks at the same time waits here, and finds what was asked for. */
const ALONE = 'select 1 from chain_head for update'

/** Somebody who has come, and could object. */
const OWNED = `select 1 from users where role = 'owner' and disabled_at is null and last_seen_at is not null limit 1`

/** A reseller gives a tenant below it another owner. */
export const Handover = {
  /**
   * Where an owner has come already, they are told and have a week to refuse; where none has, it is done at once. The trails tell of it once it has
   * begun, and before its end, which waits for the lock. Where a process died before it could tell, the end or another handover tells it first.
   * Asked again it is told once.
   *
   * @throws TenantNotFound, TenantStateConflict
   */
  async ask(tenantId: string, person: Person, asking: Asking): Promise<void> {
    const told = await tellOfEarlier(tenantId, asking.resellerId)
    try {
      await askAfter(told, tenantId, person, asking)
    } catch (error) {
      if (!(error instanceof UntoldHandover)) throw error
      await Handover.ask(tenantId, person, asking)
    }
  },

  async pending(): Promise<PendingHandover | null> {
    const [[row]] = await CurrentTenant.batch([PENDING])
    return row ? pendingOf(row) : null
  },

  /** By an owner of the account, until it is done: its work may be held back beyond its day. @returns false where there is nothing to refuse, or no more */
  async refuse(by: Actor): Promise<boolean> {
    return unit(async () => {
      await SecurityTrail.lock()
      const [[row]] = await CurrentTenant.batch([query<RowOf<'handover', 'id'>>(REFUSE)])
      if (!row) return false
      await SecurityTrail.append({ action: 'handover.refused', actor: by })
      Outbox.append({ kind: 'handover.end', ref: row.id })
      return true
    })
  },
}

/** An earlier handover has come to its end since it was told of. */
class UntoldHandover extends Error {}

/** @throws UntoldHandover, when nothing has changed yet */
async function askAfter(
  told: HandoverNews | null,
  tenantId: string,
  person: Person,
  { resellerId, actor, orderKey }: Asking
): Promise<void> {
  const order = orderKey === undefined ? undefined : new HandoverOrder(orderKey)
  await platformTransaction(async (client) => {
    const tenant = await allowed(tenantId, resellerId, client)
    const { name } = await Tenant.findOrFail(resellerId, { client })
    const scope = { tenant: tenant.ref, environment: 'live' } as const
    const by = { askedBy: name, actor }
    const id = await CurrentTenant.run(scope, () => unit(() => begin(person, by, told, order)))
    faultPoint('handover.begun')
    const news = { by: actor, id: `rnw_${id}_asked` }
    if (id) await ResaleOutbox.append(tenant, 'tenant.handover_asked', news, client)
  })
}

/** It is the reseller's, and stands; locked until what is done to it is told. */
async function allowed(
  id: string,
  parentId: string,
  client: TransactionClientContract
): Promise<Tenant> {
  const tenant = await Tenant.query({ client }).where({ id, parentId }).forUpdate().first()
  if (!tenant || tenant.status === 'deleted') throw new TenantNotFound()
  if (!tenant.isReachable) throw new TenantStateConflict('being_created', tenant.status)
  return tenant
}

/**
 * Of one whose place may be taken now: with its row goes what nobody was told, so this is stored first.
 *
 * @returns what was told
 */
async function tellOfEarlier(tenantId: string, resellerId: string): Promise<HandoverNews | null> {
  return platformTransaction(async (client) => {
    const tenant = await allowed(tenantId, resellerId, client)
    const scope = { tenant: tenant.ref, environment: 'live' } as const
    const [[earlier]] = await CurrentTenant.run(scope, () => CurrentTenant.batch([UNTOLD]))
    if (earlier) await tellOfHandover(earlier, tenant, client)
    return earlier ?? null
  })
}

/**
 * It takes the place of one that was asked before; the same person asked for again is asked for already.
 *
 * @returns the id of the one that stands
 * @throws UntoldHandover where there is more to tell of the one before than was told
 */
async function begin(
  { name, email }: Person,
  { askedBy, actor }: { askedBy: string; actor: Actor },
  told: HandoverNews | null,
  order?: HandoverOrder
): Promise<string | null> {
  const now = clock.now()
  const [, owned, [pending], [untold]] = await CurrentTenant.batch([
    { text: ALONE },
    { text: OWNED },
    PENDING,
    UNTOLD,
  ])
  if (order && ((await order.wasCarriedOut()) || !(await order.remember()))) return latest()
  if (pending && pending.name === name && pending.email === email.toLowerCase()) return pending.id
  if (untold && (untold.id !== told?.id || untold.outcome !== told.outcome))
    throw new UntoldHandover()
  const isOwned = owned.length > 0
  const dueAt = new Date(now.getTime() + (isOwned ? HANDOVER_DAYS * DAY_MS : 0))
  const row = { id: newId('hov'), name, email: email.toLowerCase(), asked_by: askedBy }
  const times = { due_at: dueAt, created_at: now }
  await CurrentTenant.batch([
    { text: 'delete from handover' },
    insertion('handover', [{ ...row, ...times, actor: JSON.stringify(actor) }]),
  ])
  Outbox.append({ kind: 'handover.end', ref: row.id, dueAt })
  if (isOwned) await Notice.leave('handover.asked', { handoverId: row.id })
  return row.id
}

/** Done or not; there is one at most. */
async function latest(): Promise<string | null> {
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'handover', 'id'>>('select id from handover', []),
  ])
  return row?.id ?? null
}

function pendingOf({
  id,
  name,
  email,
  asked_by: askedBy,
  due_at: dueAt,
}: PendingRow): PendingHandover {
  return { id, name, email, askedBy, dueAt }
}

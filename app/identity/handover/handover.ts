import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
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
const REFUSE = `update handover set outcome = 'refused' where outcome is null returning id`

/** The account's: who asks at the same time waits here, and finds what was asked for. */
const ALONE = 'select 1 from chain_head for update'

/** Somebody who has come, and could object. */
const OWNED = `select 1 from users where role = 'owner' and disabled_at is null and last_seen_at is not null limit 1`

/** A reseller gives a tenant below it another owner. */
export const Handover = {
  /**
   * Where an owner has come already, they are told and have a week to refuse; where none has, it is done at once.
   *
   * @throws TenantNotFound, TenantStateConflict
   */
  async ask(
    tenantId: string,
    person: Person,
    { resellerId, actor, orderKey }: Asking
  ): Promise<void> {
    const tenant = await allowed(tenantId, resellerId)
    const { name } = await Tenant.findOrFail(resellerId)
    const order = orderKey === undefined ? undefined : new HandoverOrder(orderKey)
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      if (await order?.wasCarriedOut()) return
      await announce(tenant, { by: actor, id: order?.newsId })
      await unit(() => begin(person, name, order))
    })
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

/** It is the reseller's, and stands. */
async function allowed(tenantId: string, parentId: string): Promise<Tenant> {
  const tenant = await Tenant.query().where({ id: tenantId, parentId }).first()
  if (!tenant || tenant.status === 'deleted') throw new TenantNotFound()
  if (!tenant.isReachable) throw new TenantStateConflict('being_created', tenant.status)
  return tenant
}

/** Its trail says first that it was asked. */
async function announce(tenant: Tenant, more: { by: Actor; id?: string }): Promise<void> {
  await platformTransaction((client) =>
    ResaleOutbox.append(tenant, 'tenant.handover_asked', more, client)
  )
}

/** It takes the place of one that was asked before; the same person asked for again is asked for already. */
async function begin(
  { name, email }: Person,
  askedBy: string,
  order?: HandoverOrder
): Promise<void> {
  const now = clock.now()
  const [, owned, [pending]] = await CurrentTenant.batch([
    { text: ALONE },
    { text: OWNED },
    PENDING,
  ])
  if (order && !(await order.remember())) return
  if (pending && pending.name === name && pending.email === email.toLowerCase()) return
  const isOwned = owned.length > 0
  const dueAt = new Date(now.getTime() + (isOwned ? HANDOVER_DAYS * DAY_MS : 0))
  const row = { id: newId('hov'), name, email: email.toLowerCase(), asked_by: askedBy }
  await CurrentTenant.batch([
    { text: 'delete from handover' },
    insertion('handover', [{ ...row, due_at: dueAt, created_at: now }]),
  ])
  Outbox.append({ kind: 'handover.end', ref: row.id, dueAt })
  if (isOwned) await Notice.leave('handover.asked', { handoverId: row.id })
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

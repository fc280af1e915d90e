import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { ResaleOutbox } from '#app/tenants/resale/resale_outbox'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Tenant from '#app/tenants/tenant'
import { GroupRoles } from '../access/group_roles.js'
import { LogInPolicy } from '../access/log_in_policy.js'
import { MemberInvitation } from '../users/member_invitation.js'
import { OpenSessions } from '../sessions/open_sessions.js'
import { LEAST_ROLE } from '../access/role.js'
import { forgetPredecessor } from '../users/fresh_row.js'
import User from '../users/user.js'
import UserLink from '../users/user_link.js'

const FIND = 'select * from handover where id = $1 for update'
/** The clock of PostgreSQL, by which work is due, may be ahead of ours. */
const EARLY_MS = MINUTE_MS

const SETTLED = 'update handover set outcome = $2 where id = $1'
/** Who works at the reseller is not the tenant's business. */
const FORGET_ACTOR = 'update handover set actor = null where id = $1'

type HandoverRow = Omit<RowOf<'handover'>, 'actor'> & Pick<Settled, 'actor'>

interface Settled {
  outcome: 'done' | 'refused'
  /** Null where a process of the last release began it, or its end is told. */
  actor: Actor | null
}

/** The day of a handover has come, or an owner has refused it: it is done or not, and the reseller hears which. */
export default async function endHandover(task: Task): Promise<void> {
  const settled = await unit(() => settle(task.ref))
  if (settled instanceof Date) return Outbox.putOff(task, settled)
  faultPoint('handover.settled')
  if (settled) await recordForReseller(task.ref, settled)
  await Outbox.finish(task, { text: FORGET_ACTOR, values: [task.ref] })
}

/** @returns its day where that has not come, null for one whose place another has taken */
async function settle(id: string): Promise<Settled | Date | null> {
  await LogInPolicy.lock()
  await SecurityTrail.lock()
  const [[row]] = await CurrentTenant.batch([query<HandoverRow>(FIND, [id])])
  if (!row) return null
  const { actor } = row
  if (row.outcome !== null) return { outcome: row.outcome, actor }
  // held back after a restore, and let go: an owner may refuse until then
  if (row.due_at.getTime() - clock.now().getTime() > EARLY_MS) return row.due_at
  const { parentId } = await TenantEntitlements.current()
  // released meanwhile: its reseller has nothing to give away any more
  const outcome = parentId === null ? 'refused' : 'done'
  if (parentId !== null) await handOver(row, parentId)
  await CurrentTenant.batch([{ text: SETTLED, values: [id, outcome] }])
  return { outcome, actor }
}

async function handOver(
  { email, name, asked_by: askedBy }: HandoverRow,
  parentId: string
): Promise<void> {
  const actor: Actor = { type: 'system', id: parentId, name: askedBy }
  await SecurityTrail.append({ action: 'ownership.handed_over', actor, personal: { email } })
  // the owners named for emergencies step back, and the new one is to choose a password
  if (await LogInPolicy.lift())
    await SecurityTrail.append({
      action: 'sso.lifted',
      actor,
      details: { reason: 'handover' },
    })
  const owners = await User.query().where('role', 'owner').forUpdate()
  const owner = await newOwner(email, name)
  for (const former of owners) if (former.id !== owner.id) await stepBack(former, actor)
  await MemberInvitation.welcomeOwner(owner)
  await Notice.leave('handover.done', { userId: owner.id })
}

/** Perhaps somebody who works there already, or did. */
async function newOwner(email: string, name: string): Promise<User> {
  const now = clock.now()
  const known = await User.byEmail(email)
  if (known) await OpenSessions.closeThoseOfProviders(known)
  if (known?.isRemoved) await forgetPredecessor(known.merge({ name }))
  const user = known ?? new User().merge({ id: newId('usr'), email, name, createdAt: now })
  user.merge({ role: 'owner', disabledAt: null, removedAt: null, updatedAt: now })
  if (!known) user.merge({ passwordHash: null, invitedAt: null })
  return user.save()
}

/** An invited owner who never came may be the wrong person: their link stops working. */
async function stepBack(owner: User, actor: Actor): Promise<void> {
  const now = clock.now()
  if (owner.lastSeenAt !== null) {
    await owner.merge({ role: 'admin' }).save()
    return GroupRoles.applyToFormerOwner(owner, actor)
  }
  await OpenSessions.closeAll(owner)
  await UserLink.query().where('userId', owner.id).delete()
  await owner.merge({ role: LEAST_ROLE, disabledAt: now, removedAt: now, updatedAt: now }).save()
}

/** The handover names the news: found twice it is told once. That it was asked for is told before, in case who asked died first. */
async function recordForReseller(id: string, { outcome, actor }: Settled): Promise<void> {
  const tenantId = CurrentTenant.get().tenant.id
  const name = outcome === 'done' ? 'tenant.handed_over' : 'tenant.handover_refused'
  await platformTransaction(async (client) => {
    // who asks holds the lock until that is told
    const tenant = await Tenant.query({ client }).where('id', tenantId).forUpdate().firstOrFail()
    const asked = actor && { by: actor, id: `rnw_${id}_asked` }
    if (asked) await ResaleOutbox.append(tenant, 'tenant.handover_asked', asked, client)
    await ResaleOutbox.append(tenant, name, { id: `rnw_${id}_${outcome}` }, client)
  })
}

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
import { FORGET_ACTOR, tellOfHandover, type HandoverNews } from './handover_news.js'

const FIND = 'select * from handover where id = $1 for update'
/** The clock of PostgreSQL, by which work is due, may be ahead of ours. */
const EARLY_MS = MINUTE_MS

const SETTLED = 'update handover set outcome = $2 where id = $1'

type HandoverRow = RowOf<'handover'> & HandoverNews

/** The day of a handover has come, or an owner has refused it: it is done or not, and the reseller hears which. */
export default async function endHandover(task: Task): Promise<void> {
  const settled = await unit(() => settle(task.ref))
  if (settled instanceof Date) return Outbox.putOff(task, settled)
  if (settled) await recordForReseller(settled)
  await Outbox.finish(task, { text: FORGET_ACTOR, values: [task.ref] })
}

/** @returns its day where that has not come, null for one whose place another has taken */
async function settle(id: string): Promise<HandoverNews | Date | null> {
  await LogInPolicy.lock()
  await SecurityTrail.lock()
  const [[row]] = await CurrentTenant.batch([query<HandoverRow>(FIND, [id])])
  if (!row) return null
  if (row.outcome !== null) return row
  // held back after a restore, and let go: an owner may refuse until then
  if (row.due_at.getTime() - clock.now().getTime() > EARLY_MS) return row.due_at
  const { parentId } = await TenantEntitlements.current()
  // released meanwhile: its reseller has nothing to give away any more
  const outcome = parentId === null ? 'refused' : 'done'
  if (parentId !== null) await handOver(row, parentId)
  await CurrentTenant.batch([{ text: SETTLED, values: [id, outcome] }])
  return { ...row, outcome }
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

async function recordForReseller(news: HandoverNews): Promise<void> {
  faultPoint('handover.settled')
  const tenantId = CurrentTenant.get().tenant.id
  await platformTransaction(async (client) => {
    // who asks holds the lock until that is told
    const tenant = await Tenant.query({ client }).where('id', tenantId).forUpdate().firstOrFail()
    await tellOfHandover(news, tenant, client)
  })
}

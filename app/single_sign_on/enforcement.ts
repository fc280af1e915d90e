import { SYSTEM, type Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { EmergencyOwners, MAX_EMERGENCY_OWNERS } from '#app/identity/access/emergency_owners'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import Tenant from '#app/tenants/tenant'
import Connection from './connection.js'
import NotEnforceable from './errors/not_enforceable.js'
import { requireOwner } from './owners.js'

const TEST_COUNTS_MS = DAY_MS

/** Whether single sign-on is the only way in. Owners alone decide, and each change locks the policy first, then the account. Always in the live scope. */
export const Enforcement = {
  /**
   * From now on passwords do not count, and every session that the provider did not begin has ended.
   *
   * @param emergency  ids of one to three owners who keep password and second factor
   * @throws OwnerRequired, NotEnforceable
   */
  async require(emergency: readonly string[], by: Actor): Promise<void> {
    await unit(async () => {
      await Enforcement.lock()
      await requireOwner(by)
      assertTested(await Connection.inUse(), by)
      await assertEmergency(emergency)
      await SecurityTrail.append({
        action: 'sso.required',
        actor: by,
        details: { emergencyOwners: emergency.length },
      })
      await EmergencyOwners.name(emergency, by.id)
      await LogInPolicy.require(by.id)
      await Notice.leave('sso.required', { by: by.id })
    })
  },

  /** Other owners for emergencies, while it is required or before. @throws OwnerRequired, NotEnforceable */
  async nameEmergencyOwners(ids: readonly string[], by: Actor): Promise<void> {
    await unit(async () => {
      await Enforcement.lock()
      await requireOwner(by)
      await assertEmergency(ids)
      const details = { emergencyOwners: ids.length }
      await SecurityTrail.append({ action: 'sso.emergency_owners_named', actor: by, details })
      await EmergencyOwners.name(ids, by.id)
    })
  },

  /** Passwords count again beside it, or go on to where a plan had lifted it. @throws OwnerRequired */
  async lift(by: Actor): Promise<void> {
    await unit(async () => {
      await Enforcement.lock()
      await requireOwner(by)
      if (await LogInPolicy.lift()) await SecurityTrail.append({ action: 'sso.lifted', actor: by })
      else await LogInPolicy.leaveLifted()
    })
  },

  /**
   * In the unit that turns single sign-on off or replaces the provider, before it locks anything else: nobody is to be locked out by it.
   *
   * @throws OwnerRequired where it was required, to everybody else
   */
  async endWith(by: Actor): Promise<void> {
    await Enforcement.lock()
    const { sso_required_at: requiredAt } = await LogInPolicy.current()
    if (requiredAt === null) return
    await requireOwner(by)
    await LogInPolicy.lift()
    await SecurityTrail.append({ action: 'sso.lifted', actor: by })
  },

  /** Log-ins wait at the policy. What is known of owners changes with an entry of the account's trail, and what is found here holds until the unit ends. */
  async lock(): Promise<void> {
    await LogInPolicy.lock()
    await SecurityTrail.lock()
  },

  /** After a tenant's entitlements were projected: a plan without single sign-on lifts it for good, and people are told so, as when it is back. */
  async follow(tenantId: string): Promise<void> {
    const tenant = await Tenant.find(tenantId)
    if (!tenant?.isReachable) return
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const { sso_required_at: requiredAt, lifted_at: liftedAt } = await LogInPolicy.current()
      if (requiredAt !== null && !(await LogInPolicy.requiresSso())) await liftByPlan()
      if (liftedAt !== null && (await Connection.inUse())) await tellReturn()
    })
  },
}

async function liftByPlan(): Promise<void> {
  await unit(async () => {
    await LogInPolicy.lock()
    if ((await LogInPolicy.requiresSso()) || !(await LogInPolicy.lift({ isByPlan: true }))) return
    const details = { reason: 'plan' }
    await SecurityTrail.append({ action: 'sso.lifted', actor: SYSTEM, details })
    await Notice.leave('sso.lifted')
  })
}

async function tellReturn(): Promise<void> {
  await unit(async () => {
    await LogInPolicy.lock()
    if (await LogInPolicy.noteReturn()) await Notice.leave('sso.returned')
  })
}

/** By the same owner, of this very version, within a day. */
function assertTested(connection: Connection | null, by: Actor): void {
  if (!connection) throw new NotEnforceable('off')
  if (!hasTested(connection, by.id)) throw new NotEnforceable('untested')
}

export function hasTested(connection: Connection, userId: string): boolean {
  const { testedAt, testedBy, isTested } = connection
  const age = clock.now().getTime() - (testedAt?.getTime() ?? 0)
  return isTested && testedBy === userId && age < TEST_COUNTS_MS
}

async function assertEmergency(ids: readonly string[]): Promise<void> {
  const isFew = ids.length > 0 && ids.length <= MAX_EMERGENCY_OWNERS
  if (!isFew || new Set(ids).size !== ids.length) throw new NotEnforceable('owners')
  const candidates = await EmergencyOwners.candidates()
  for (const id of ids) {
    const found = candidates.find(({ user }) => user.id === id)
    if (!found?.hasPassword || !found.hasSecondFactor) throw new NotEnforceable('lacking')
  }
}

import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import Domain from './domain.js'
import { checkDomain } from './domain_check.js'
import { KEPT_MS, moveOf, pauseAfter, type Move } from './domain_course.js'
import type { Findings } from './domain_findings.js'
import { lockedDomain, whileHostIsLocked } from './domain_lock.js'
import { DomainOutbox, type DomainEventName } from './domain_outbox.js'
import { isFree } from './domain_rivals.js'
import { targetOf } from './domain_target.js'
import TenantEntitlements from '../tenant_entitlements.js'
import { EntitlementsProjection } from '../entitlements_projection.js'
import Tenant from '../tenant.js'
import CheckTooSoon from '../errors/check_too_soon.js'

export const CHECK_LANE = 'dns'
const CHECKED_AT_MOST_EVERY_MS = 10_000

const EVENT_OF: Record<Move, DomainEventName> = {
  verify: 'domain.verified',
  fail: 'domain.failing',
  warn: 'domain.suspension_near',
  suspend: 'domain.suspended',
  recover: 'domain.recovered',
  release: 'domain.released',
}

/** Checks periodically whether a domain's records lead here, and acts on the result. */
export const DomainWatch = {
  /** Work of the platform. Two at once do no harm: what follows is decided under a lock, from the row as it is then. */
  async check(domainId: string): Promise<void> {
    const domain = await Domain.find(domainId)
    const tenant = domain && (await Tenant.find(domain.tenantId))
    if (!domain || domain.status === 'released' || !tenant?.isReachable) return
    const [target, isEntitled] = await Promise.all([targetOf(tenant.id), isInPlan(tenant, domain)])
    const findings = await checkDomain(domain, target)
    faultPoint('domain.checked')
    await whileHostIsLocked(domain.host, async (trx) => {
      const locked = await lockedDomain(domainId, trx)
      if (!locked || locked.status === 'released') return
      await settle(locked, findings, isEntitled, trx)
    })
  },

  /** @throws CheckTooSoon if it was checked a moment ago */
  async checkNow(domainId: string): Promise<void> {
    const now = clock.now()
    const before = new Date(now.getTime() - CHECKED_AT_MOST_EVERY_MS)
    const [taken] = await Domain.query()
      .where('id', domainId)
      .where((query) => void query.whereNull('checkedAt').orWhere('checkedAt', '<', before))
      .update({ checked_at: now })
    if (Number(taken) === 0) throw new CheckTooSoon(CHECKED_AT_MOST_EVERY_MS / 1000)
    await DomainWatch.check(domainId)
  },

  async checkIn(domainId: string, pauseMs: number, client: QueryClientContract): Promise<void> {
    await PlatformOutbox.moveCheck(client, { ref: domainId, lane: CHECK_LANE, pauseMs })
  },
}

/** A claim of who has lost the right to it meanwhile waits until it is there again. What is held stays. */
async function isInPlan({ ref }: Tenant, { kind, status }: Domain): Promise<boolean> {
  if (status !== 'pending') return true
  return CurrentTenant.run({ tenant: ref, environment: 'live' }, async () => {
    const entitlements = await TenantEntitlements.current()
    return entitlements.may(kind === 'base' ? 'resell' : 'customDomain')
  })
}

async function settle(
  domain: Domain,
  found: Findings,
  isEntitled: boolean,
  trx: TransactionClientContract
): Promise<void> {
  const now = clock.now()
  const wanted = moveOf(domain, found, now)
  // under the lock of the host, so of two that show their records at the same time one comes first
  const isTaken = wanted === 'verify' && !(await isFree(domain, trx))
  const move = wanted === 'verify' && (isTaken || !isEntitled) ? null : wanted
  const wasLinked = domain.isLinked
  domain.merge({
    findings: isTaken ? { ...found, isTaken } : found,
    checkedAt: now,
    updatedAt: now,
  })
  if (move) await take(domain, move, now, trx)
  await domain.save()
  if (wasLinked !== domain.isLinked)
    await EntitlementsProjection.ask(await tenantsOf(domain, trx), trx)
  const pause = pauseAfter(domain, found, now)
  if (pause !== null) await DomainWatch.checkIn(domain.id, pause, trx)
}

async function take(domain: Domain, move: Move, now: Date, trx: TransactionClientContract) {
  domain.merge(CHANGES[move](now))
  await DomainOutbox.append(domain, EVENT_OF[move], {}, trx)
}

const CHANGES: Record<Move, (now: Date) => Partial<Domain>> = {
  verify: (now) => ({ status: 'active', verifiedAt: now }),
  fail: (now) => ({ status: 'failing', failingSince: now, warnedAt: null }),
  warn: (now) => ({ warnedAt: now }),
  suspend: (now) => ({ status: 'suspended', keptUntil: new Date(now.getTime() + KEPT_MS) }),
  recover: () => ({ status: 'active', failingSince: null, warnedAt: null, keptUntil: null }),
  // it was kept while it was suspended
  release: () => ({ status: 'released', primaryFor: [] }),
}

/** Whose links change with it: of a base those of its owner's tenants. */
export async function tenantsOf(
  { kind, tenantId }: Domain,
  client: QueryClientContract
): Promise<string[]> {
  if (kind === 'host') return [tenantId]
  const children: { id: string }[] = await client
    .from('tenants')
    .where({ parent_id: tenantId })
    .select('id')
  return children.map(({ id }) => id)
}

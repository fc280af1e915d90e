import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { faultPoint } from '#app/foundation/processes/fault_point'
import Domain, { CHALLENGE_CHARACTERS, PURPOSES, type DomainKind, type Purpose } from './domain.js'
import { KEPT_MS } from './domain_course.js'
import { lockedDomain, whileHostIsLocked } from './domain_lock.js'
import { DomainOutbox } from './domain_outbox.js'
import { refuseWhatOthersHave } from './domain_rivals.js'
import { DomainWatch, tenantsOf } from './domain_watch.js'
import { readHost } from './host_name.js'
import { EntitlementsProjection } from '../entitlements_projection.js'
import HostRefused from '../errors/host_refused.js'

const MAX_DOMAINS = 20
/** Time to write the records. */
const FIRST_CHECK_MS = 60_000

interface Claim {
  tenantId: string
  /** As somebody typed it. */
  host: string
  kind: DomainKind
  purposes: readonly Purpose[]
  by: Actor
  mayHostLogIns: boolean
}

interface Change {
  purposes: readonly Purpose[]
  /** For which of them links are built from it, in place of the host that was chosen before. */
  primaryFor: readonly Purpose[]
  by: Actor
  mayHostLogIns: boolean
}

type Trx = TransactionClientContract

/**
 * What a tenant decides about its hosts. The caller checks whether it may, and says whether who acts may also choose where people log in
 * (`mayHostLogIns`), at a host or below a base: who rules the DNS of it could be anybody who comes to it.
 */
export const DomainRegister = {
  /** @throws HostRefused */
  async claim(claim: Claim): Promise<Domain> {
    const { tenantId, kind, purposes, by, mayHostLogIns } = claim
    const host = readHost(claim.host)
    if (!mayHostLogIns && kind === 'base') throw new HostRefused('base_by_owner')
    if (!mayHostLogIns && purposes.includes('app')) throw new HostRefused('by_owner')
    return whileHostIsLocked(host, async (trx) => {
      await refuseWhatOthersHave({ host, kind, tenantId }, trx)
      await refuseMore({ host, kind, tenantId }, trx)
      const domain = await create({ tenantId, host, kind, purposes: [...purposes] }, trx)
      await DomainWatch.checkIn(domain.id, FIRST_CHECK_MS, trx)
      await DomainOutbox.append(
        domain,
        'domain.added',
        { by, details: { purposes: purposes.join(', ') } },
        trx
      )
      return domain
    })
  },

  /** What a base is for is not to be chosen. @throws HostRefused */
  async change(domain: Domain, { purposes, primaryFor, by, mayHostLogIns }: Change): Promise<void> {
    await whileHostIsLocked(domain.host, async (trx) => {
      const locked = await lockedDomain(domain.id, trx)
      if (!locked || locked.status === 'released' || locked.kind === 'base') return
      // under the lock: an owner may just have said that it is none any more
      if (!mayHostLogIns && purposes.includes('app') && !locked.purposes.includes('app'))
        throw new HostRefused('by_owner')
      const chosen = primaryFor.filter((purpose) => purposes.includes(purpose))
      await takeFromOthers(locked, chosen, trx)
      locked.merge({ purposes: [...purposes], primaryFor: chosen, updatedAt: clock.now() })
      await locked.save()
      await EntitlementsProjection.ask([locked.tenantId], trx)
      const details = { purposes: purposes.join(', '), firstFor: chosen.join(', ') }
      await DomainOutbox.append(locked, 'domain.changed', { by, details }, trx)
    })
  },

  /** A claim is forgotten. What was in use is kept from others for a while: its links lie in people's mailboxes. */
  async remove(domain: Domain, by: Actor): Promise<void> {
    await whileHostIsLocked(domain.host, async (trx) => {
      const locked = await lockedDomain(domain.id, trx)
      if (!locked || locked.status === 'released') return
      await DomainOutbox.append(locked, 'domain.removed', { by }, trx)
      if (locked.status === 'pending') return locked.delete()
      const keptUntil = new Date(clock.now().getTime() + KEPT_MS)
      locked.merge({ status: 'released', primaryFor: [], keptUntil, updatedAt: clock.now() })
      await locked.save()
      faultPoint('domain.releasing')
      await EntitlementsProjection.ask(await tenantsOf(locked, trx), trx)
    })
  },
}

/** Claims of one tenant wait for each other here, so that none slips past the limit. */
async function refuseMore(
  { host, kind, tenantId }: Pick<Domain, 'host' | 'kind' | 'tenantId'>,
  trx: Trx
): Promise<void> {
  await trx.rawQuery('select id from tenants where id = ? for no key update', [tenantId])
  const own = await Domain.query({ client: trx }).where({ tenantId }).whereNot('status', 'released')
  if (own.some((domain) => domain.host === host && domain.kind === kind))
    throw new HostRefused('added')
  if (own.length >= MAX_DOMAINS) throw new HostRefused('too_many')
}

function create(
  { tenantId, host, kind, purposes }: Pick<Domain, 'tenantId' | 'host' | 'kind' | 'purposes'>,
  client: Trx
): Promise<Domain> {
  const now = clock.now()
  return Domain.create(
    {
      id: newId('dom'),
      tenantId,
      host,
      kind,
      purposes: kind === 'base' ? [...PURPOSES] : purposes,
      primaryFor: [],
      status: 'pending',
      challenge: randomBase62(CHALLENGE_CHARACTERS),
      createdAt: now,
      updatedAt: now,
    },
    { client }
  )
}

/** One host of a tenant is the first for a purpose. */
async function takeFromOthers(
  { id, tenantId }: Domain,
  chosen: Purpose[],
  client: Trx
): Promise<void> {
  const others = await Domain.query({ client }).where({ tenantId }).whereNot({ id }).forUpdate()
  for (const other of others) {
    const left = other.primaryFor.filter((purpose) => !chosen.includes(purpose))
    if (left.length < other.primaryFor.length) await other.merge({ primaryFor: left }).save()
  }
}

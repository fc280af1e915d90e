import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import Domain, { type DomainKind } from './domain.js'
import Tenant from '../tenant.js'
import HostRefused from '../errors/host_refused.js'

interface Wanted {
  host: string
  kind: DomainKind
  tenantId: string
}

/**
 * Claims of others do not count, only what they hold, or held until recently.
 *
 * @throws HostRefused
 */
export async function refuseWhatOthersHave(
  wanted: Wanted,
  client: QueryClientContract
): Promise<void> {
  const ofOthers = await Domain.query({ client })
    .where('host', wanted.host)
    .whereNot('tenantId', wanted.tenantId)
  if (ofOthers.some(({ isHeld }) => isHeld)) throw new HostRefused('in_use')
  const now = clock.now()
  if (ofOthers.some(({ keptUntil }) => keptUntil !== null && keptUntil > now))
    throw new HostRefused('quarantined')
  if (wanted.kind === 'host') await refusePlaceBelowBase(wanted, client)
}

/** As far as others go. */
export async function isFree(wanted: Wanted, client: QueryClientContract): Promise<boolean> {
  try {
    await refuseWhatOthersHave(wanted, client)
    return true
  } catch (error) {
    if (error instanceof HostRefused) return false
    throw error
  }
}

/**
 * Right below a base live its owner's tenants. The owner may take what none of them has. The names below a base that was removed are kept like its own: each
 * for the tenant that had it, the others for the owner.
 */
async function refusePlaceBelowBase(
  { host, tenantId }: Wanted,
  client: QueryClientContract
): Promise<void> {
  const dot = host.indexOf('.')
  const [slug, above] = [host.slice(0, dot), host.slice(dot + 1)]
  const bases = await Domain.query({ client }).where({ host: above, kind: 'base' })
  const held = bases.find(({ isHeld }) => isHeld)
  const removed = bases.filter(({ keptUntil }) => keptUntil !== null && keptUntil > clock.now())
  for (const base of held ? [held] : removed) {
    const isOwn = base.tenantId === tenantId
    const dweller = await Tenant.query({ client }).where({ slug, parentId: base.tenantId }).first()
    if (!held && dweller?.id === tenantId) return
    if (!isOwn || dweller) throw new HostRefused(held ? 'in_use' : 'quarantined')
  }
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import type Tenant from '../tenant.js'
import Domain, { CHALLENGE_CHARACTERS, HELD, PURPOSES } from './domain.js'
import { KEPT_MS } from './domain_course.js'
import { lockHost } from './domain_lock.js'

type Trx = TransactionClientContract

/**
 * In the transaction that releases a tenant: its hosts below the bases of its reseller become released hosts of its own. Their links lead on, and nobody
 * else can have the names, for as long as those of a host that was removed.
 */
export async function keepHostsBelowBases(
  { id: tenantId, slug, parentId }: Tenant,
  client: Trx
): Promise<void> {
  if (parentId === null) return
  const bases = await Domain.query({ client })
    .where({ tenantId: parentId, kind: 'base' })
    .whereIn('status', HELD)
    .orderBy('host')
  for (const { host: base } of bases) await keep(`${slug}.${base}`, tenantId, client)
}

async function keep(host: string, tenantId: string, client: Trx): Promise<void> {
  await lockHost(host, client)
  const held = await Domain.query({ client })
    .where({ host, kind: 'host' })
    .whereIn('status', HELD)
    .first()
  // somebody had this very name, so it was never the tenant's
  if (held) return
  const now = clock.now()
  await Domain.create(
    {
      ...{ id: newId('dom'), tenantId, kind: 'host', host, status: 'released' },
      ...{ purposes: [...PURPOSES], primaryFor: [] },
      challenge: randomBase62(CHALLENGE_CHARACTERS),
      keptUntil: new Date(now.getTime() + KEPT_MS),
      ...{ createdAt: now, updatedAt: now },
    },
    { client }
  )
}

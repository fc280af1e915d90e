import { clock } from '#app/foundation/clock'
import Domain from './domain.js'

/** A host below a base whose tenant was released: no tenant has verified such a host, which tells it from one that its tenant has removed. */
export function findHostLeft(host: string): Promise<Domain | null> {
  return Domain.query()
    .where({ host, kind: 'host', status: 'released' })
    .whereNull('verifiedAt')
    .where('keptUntil', '>', clock.now())
    .orderBy('keptUntil', 'desc')
    .first()
}

import { Histogram } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'

export const connectionWait = new Histogram({
  ...figures,
  name: named('database_pool_wait_seconds'),
  help: 'How long statements waited for a connection of a pool, also in vain',
  labelNames: ['pool'],
  buckets: [0.001, 0.01, 0.05, 0.25, 1, 5],
})

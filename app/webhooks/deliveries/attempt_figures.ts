import { Counter } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'

export const attemptsMade = new Counter({
  ...figures,
  name: named('webhook_attempts_total'),
  help: 'Attempts to deliver a webhook that were written down: delivered, pending (it will be tried again), failed (the endpoint is gone), exhausted',
  labelNames: ['outcome'],
})

import { Counter } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'

export const witnessAnswers = new Counter({
  ...figures,
  name: named('log_witness_answers_total'),
  help: 'Heads of the public log shown to a witness: signed, failed (it is asked again), or contradicted, because it has seen another history',
  labelNames: ['outcome'],
})

/** Told from the start: an alert sees what rises. */
for (const outcome of ['signed', 'failed', 'contradicted']) witnessAnswers.inc({ outcome }, 0)

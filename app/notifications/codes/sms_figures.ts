import { Counter } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'

export const smsOffered = new Counter({
  ...figures,
  name: named('sms_total'),
  help: 'SMS offered to the provider: accepted, put_off (it will be tried again), given_up',
  labelNames: ['outcome'],
})

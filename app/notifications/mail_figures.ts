import { Counter } from '@prometheus-io/client'
import { figures, named } from '#app/foundation/figures/figures'

export const mailsOffered = new Counter({
  ...figures,
  name: named('mails_total'),
  help: 'Mails offered to a mail server: accepted, put_off (it will be tried again), given_up',
  labelNames: ['outcome'],
})

import { always, id, instant, object } from './schema.js'

export const HEALTH = object({
  object: always('health'),
  status: always('ok'),
  time: instant(),
  requestId: id('req'),
})

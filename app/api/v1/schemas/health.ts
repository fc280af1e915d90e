import { REQUEST_ID } from './envelope.js'
import { always, instant, object } from '#app/foundation/schema/schema'

export const HEALTH = object(
  {
    object: always('health'),
    status: always('ok'),
    time: instant('The server’s time.'),
    requestId: REQUEST_ID,
  },
  { description: 'The API is up.' }
)

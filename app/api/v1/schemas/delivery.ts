import { EVENT_TYPES } from '#app/webhooks/event_types'
import { answerWith } from './envelope.js'
import {
  always,
  id,
  instant,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
} from './schema.js'

const ATTEMPT = named(
  'Attempt',
  object(
    {
      id: id('att'),
      number: integer(1),
      at: instant(),
      statusCode: nullable(integer(200, 'Null when there was no answer.')),
      error: nullable(text('timeout', 'Why there was none.'), 'null'),
      durationMs: integer(82),
      responseExcerpt: nullable(text('ok', 'The beginning of the answer.')),
    },
    { description: 'One POST to a webhook.' }
  )
)

export const DELIVERY = named(
  'Delivery',
  object(
    {
      id: id('del'),
      object: always('delivery'),
      webhookId: id('wh'),
      eventId: id('evt'),
      event: oneOf(EVENT_TYPES),
      status: oneOf(
        ['delivered', 'pending', 'failed', 'exhausted'],
        'Failed: ended without using all attempts, because the webhook is gone or disabled.'
      ),
      attempts: listOf(ATTEMPT),
      nextAttemptAt: nullable(instant(), 'null'),
      replayOf: nullable(id('del', 'The delivery that this one repeats.'), 'null'),
      createdAt: instant(),
    },
    { description: 'An event on its way to a webhook.' }
  )
)

export const DELIVERY_ANSWER = answerWith(DELIVERY)

import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import { answerWith, pageOf } from './envelope.js'
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
} from '#app/foundation/schema/schema'

const ATTEMPT = named(
  'Attempt',
  object(
    {
      id: id('att'),
      number: integer(1, 'From 1.'),
      at: instant('When it was made.'),
      statusCode: nullable(integer(200, 'Null when there was no answer.')),
      error: nullable(text('timeout', 'Why there was none.'), 'null'),
      durationMs: integer(82, 'How long the answer took, in milliseconds.'),
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
      webhookId: id('wh', 'Where it goes.'),
      eventId: id('evt', 'What it tells of.'),
      event: oneOf(EVENT_TYPES, 'What has happened.'),
      status: oneOf(
        ['delivered', 'pending', 'failed', 'exhausted'],
        'Failed: ended without using all attempts, because the webhook is gone or disabled.'
      ),
      attempts: listOf(ATTEMPT, 'Oldest first.'),
      nextAttemptAt: nullable(instant('When it is tried again; null when it is not.'), 'null'),
      replayOf: nullable(id('del', 'The delivery that this one repeats.'), 'null'),
      createdAt: instant('When it was queued.'),
    },
    { description: 'An event on its way to a webhook.' }
  )
)

export const DELIVERY_ANSWER = answerWith(DELIVERY)

export const DELIVERY_LIST = pageOf(DELIVERY)

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
      number: integer(1, 'Starts at 1.'),
      at: instant('When it was created.'),
      statusCode: nullable(integer(200, 'Null if there was no response.')),
      error: nullable(text('timeout', 'Why there was no response.'), 'null'),
      durationMs: integer(82, 'How long the response took, in milliseconds.'),
      responseExcerpt: nullable(text('ok', 'The beginning of the response.')),
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
      webhookId: id('wh', 'The webhook that receives it.'),
      eventId: id('evt', 'The event that it reports.'),
      event: oneOf(EVENT_TYPES, 'What has happened.'),
      status: oneOf(
        ['delivered', 'pending', 'failed', 'exhausted'],
        'Failed: ended before all attempts were used, because the webhook was deleted or disabled. Exhausted: all attempts failed.'
      ),
      attempts: listOf(ATTEMPT, 'Oldest first.'),
      nextAttemptAt: nullable(
        instant('The time of the next attempt; null if there is none.'),
        'null'
      ),
      replayOf: nullable(id('del', 'The delivery that this one repeats.'), 'null'),
      createdAt: instant('When it was queued.'),
    },
    { description: 'An event on its way to a webhook.' }
  )
)

export const DELIVERY_ANSWER = answerWith(DELIVERY)

export const DELIVERY_LIST = pageOf(DELIVERY)

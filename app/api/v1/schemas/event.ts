import { pageOf } from './envelope.js'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'
import {
  always,
  anything,
  id,
  instant,
  named,
  object,
  oneOf,
  text,
} from '#app/foundation/schema/schema'

export const EVENT = named(
  'Event',
  object(
    {
      id: id('evt'),
      object: always('event'),
      event: oneOf(EVENT_TYPES, 'What has happened.'),
      data: anything(
        { documentId: 'doc_01m7y40e2r6eqbqt8qhhqb7vwv', status: 'pending' },
        'The same as in the body that webhooks receive; `GET /events/types` has its schema.'
      ),
      createdAt: instant('When it happened.'),
    },
    { description: 'Something that has happened.' }
  )
)

export const EVENT_TYPE = named(
  'EventType',
  object(
    {
      object: always('event_type'),
      name: oneOf(EVENT_TYPES, 'The value of `event`.'),
      description: text('A document was sent to its signers.', 'When it is sent.'),
      schema: anything({ type: 'object' }, 'JSON Schema 2020-12 of a delivered body.'),
      example: anything({ event: 'document.sent', data: {} }, 'A delivered body.'),
    },
    { description: 'A type of event.' }
  )
)

export const EVENT_LIST = pageOf(EVENT, { goesOn: true })

export const EVENT_TYPE_LIST = pageOf(EVENT_TYPE)

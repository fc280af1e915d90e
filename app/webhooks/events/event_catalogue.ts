import { exampleOf } from '#app/foundation/schema/example'
import {
  always,
  boolean,
  id,
  instant,
  object,
  oneOf,
  type Properties,
} from '#app/foundation/schema/schema'
import { EVENTS } from './event_data.js'
import { EVENT_TYPES, type EventType } from './event_types.js'

const OF_EVERY_EVENT = ['id', 'environment', 'occurredAt']

/** Every type of event: when it comes, what a delivered body looks like (JSON Schema 2020-12), and one. */
export const EVENT_CATALOGUE = EVENT_TYPES.map((name) => {
  const { when, data, optional: rare = [] } = EVENTS[name]
  const optional = [...rare, 'isTest']
  const all: Properties = {
    id: id('evt', 'The id of this event, the same in every delivery.'),
    environment: oneOf(['live', 'test'], 'Where it happened.'),
    occurredAt: instant('When it happened.'),
    ...data,
    isTest: boolean(
      true,
      'Nothing has happened: this is the example event of a test that you asked for.'
    ),
  }
  const body = {
    event: always(name, 'The type of event.'),
    data: object(all, { description: 'The details of the event.', optional }),
  }
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...object(body, { description: when }),
  }
  const shown = Object.entries(all).filter(([key]) => !optional.includes(key) || key === 'reason')
  const example = {
    event: name,
    data: Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value)])),
  }
  return { object: 'event_type' as const, name, description: when, schema, example }
})

/** What an event of this type tells, as an example: without its id, place and time. */
export function exampleData(event: EventType): Readonly<Record<string, unknown>> {
  const { example } = EVENT_CATALOGUE.find(({ name }) => name === event)!
  const ofItsOwn = Object.entries(example.data).filter(([key]) => !OF_EVERY_EVENT.includes(key))
  return Object.fromEntries(ofItsOwn)
}

import type { PublicEvent } from '#app/events/event_name'
import { EVENTS } from './event_data.js'

/** `webhook.test` is sent to one endpoint, when its owner asks for it. */
export const TEST_EVENT = 'webhook.test'

/** What an example of any type is recorded as: nothing has happened, and only the endpoint that asked for it is told. */
export const EXAMPLE_EVENT = 'webhook.example'

/** What subscribers can be told of. */
export type EventType = Exclude<PublicEvent, typeof EXAMPLE_EVENT>

/** In the order in which they are described, which is the order in which they are listed. */
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]

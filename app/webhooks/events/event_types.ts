import type { EventName } from '#app/events/event_name'

/** What subscribers can be told of. `webhook.test` is sent to one endpoint, when its owner asks for it. */
export const EVENT_TYPES = [
  'document.sent',
  'document.viewed',
  'document.signed',
  'document.completed',
  'document.declined',
  'document.expired',
  'document.voided',
  'document.failed',
  'document.downloaded',
  'document.reminded',
  'document.delivery_failed',
  'document.signer_updated',
  'usage.threshold_reached',
  'tenant.created',
  'tenant.suspended',
  'tenant.resumed',
  'webhook.test',
] as const satisfies readonly EventName[]

export type EventType = (typeof EVENT_TYPES)[number]

export const TEST_EVENT = 'webhook.test'

/** What an example of any type is recorded as: nothing has happened, and only the endpoint that asked for it is told. */
export const EXAMPLE_EVENT = 'webhook.example'

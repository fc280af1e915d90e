import type { Resource } from './operation.js'
import { DELIVERY_ANSWER, DELIVERY_LIST } from '../schemas/delivery.js'
import { EVENT_LIST, EVENT_TYPE_LIST } from '../schemas/event.js'
import { eventsQuery } from '../validators/page_validator.js'
import { deliveriesQuery } from '../validators/webhook_validator.js'

const Deliveries = () => import('../webhooks/deliveries_controller.js')
const Events = () => import('../events/events_controller.js')

const EVENTS = { description: 'Events, oldest first.', schema: EVENT_LIST }

const events: Resource = {
  title: 'Events and deliveries',
  description: 'What has happened, and how it was delivered to webhooks. Kept for thirty days.',
  operations: [
    {
      name: 'events.index',
      operationId: 'listEvents',
      method: 'GET',
      path: 'events',
      handler: [Events, 'index'],
      scope: 'webhooks:read',
      summary: 'List events',
      description:
        'For programs that prefer polling. The last page has a `nextCursor` too: use it later to get events that have happened since. With `wait`, an empty page is held back until the first event arrives or the time is over; up to five requests per key may wait at once.',
      query: eventsQuery,
      answers: { 200: EVENTS },
    },
    {
      name: 'events.types',
      operationId: 'listEventTypes',
      method: 'GET',
      path: 'events/types',
      handler: [Events, 'types'],
      scope: 'webhooks:read',
      summary: 'List event types',
      answers: { 200: { description: 'All event types.', schema: EVENT_TYPE_LIST } },
    },
    {
      name: 'webhooks.deliveries',
      operationId: 'listDeliveries',
      method: 'GET',
      path: 'webhooks/:id/deliveries',
      handler: [Deliveries, 'index'],
      scope: 'webhooks:read',
      summary: 'List deliveries to a webhook',
      query: deliveriesQuery,
      answers: { 200: { description: 'Deliveries, newest first.', schema: DELIVERY_LIST } },
    },
    {
      name: 'deliveries.show',
      operationId: 'getDelivery',
      method: 'GET',
      path: 'deliveries/:id',
      handler: [Deliveries, 'show'],
      scope: 'webhooks:read',
      summary: 'Read a delivery',
      answers: { 200: { description: 'The delivery.', schema: DELIVERY_ANSWER } },
    },
    {
      name: 'deliveries.replay',
      operationId: 'replayDelivery',
      method: 'POST',
      path: 'deliveries/:id/replay',
      handler: [Deliveries, 'replay'],
      scope: 'webhooks:write',
      summary: 'Repeat a delivery',
      description: 'Sends the same bytes to the same webhook, as a new delivery.',
      answers: { 202: { description: 'The new delivery.', schema: DELIVERY_ANSWER } },
      errors: ['webhook_disabled'],
    },
  ],
}

export default events

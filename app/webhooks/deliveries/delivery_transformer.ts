import type Attempt from './attempt.js'
import type Delivery from './delivery.js'

/** A delivery as the API shows it, loaded with its attempts; every field that leaves is named here. */
export const DeliveryTransformer = {
  transform(delivery: Delivery) {
    return {
      id: delivery.id,
      object: 'delivery' as const,
      webhookId: delivery.endpointId,
      eventId: delivery.eventId,
      event: delivery.event,
      status: delivery.status,
      attempts: delivery.attempts.map(attemptView),
      nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
      replayOf: delivery.replayOf,
      createdAt: delivery.createdAt.toISOString(),
    }
  },
}

function attemptView(attempt: Attempt) {
  const { id, number, at, statusCode, error, durationMs, responseExcerpt } = attempt
  return { id, number, at: at.toISOString(), statusCode, error, durationMs, responseExcerpt }
}

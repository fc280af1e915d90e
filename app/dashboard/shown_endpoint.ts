import type Delivery from '#app/webhooks/delivery'
import type Endpoint from '#app/webhooks/endpoint'

const REASONS: Record<string, string> = {
  gone: 'Your server answered 410, so nothing more is sent there.',
}

export function shownEndpoint({
  id,
  name,
  url,
  events,
  status,
  disabledReason,
  createdAt,
}: Endpoint) {
  const note =
    status === 'disabled' ? (REASONS[disabledReason ?? ''] ?? 'Nothing is sent there.') : null
  return { id, name, url, events, status, note, createdAt }
}

export function shownDelivery(delivery: Delivery, { status: ofEndpoint }: Endpoint) {
  const { id, event, status, attempts, nextAttemptAt, replayOf, createdAt } = delivery
  return {
    ...{ id, event, status, nextAttemptAt, replayOf, createdAt },
    isRetrying: status === 'pending' && attempts.length > 0,
    isReplayable: status !== 'pending' && ofEndpoint !== 'disabled',
    attempts: attempts.map(({ number, at, statusCode, error, durationMs }) => ({
      ...{ number, at, statusCode, error, durationMs },
    })),
  }
}

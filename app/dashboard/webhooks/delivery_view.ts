import type Attempt from '#app/webhooks/deliveries/attempt'
import type Delivery from '#app/webhooks/deliveries/delivery'
import { outcomeWords } from './outcome_words.js'
import { curlCommand } from './curl_command.js'

/** A line of the list: with its last attempt. */
export function listedDelivery(delivery: Delivery) {
  const { id, event, status, attemptCount, nextAttemptAt, replayOf, createdAt } = delivery
  const last = delivery.attempts.at(-1)
  return {
    ...{ id, event, status, attemptCount, nextAttemptAt, createdAt },
    isRetrying: status === 'pending' && attemptCount > 0,
    isReplay: replayOf !== null,
    answer: last ? (last.statusCode?.toString() ?? 'No answer') : null,
    durationMs: last?.durationMs ?? null,
  }
}

/** A delivery's own page. */
export function deliveryView(delivery: Delivery, body: string) {
  return {
    ...listedDelivery(delivery),
    eventId: delivery.eventId,
    replayOf: delivery.replayOf,
    isReplayable: delivery.status !== 'pending',
    attempts: delivery.attempts.toReversed().map((attempt) => attemptView(attempt, body)),
    body,
    bytes: Buffer.byteLength(body),
  }
}

function attemptView(attempt: Attempt, body: string) {
  const { number, at, statusCode, error, durationMs, remoteAddress, tlsVersion, url } = attempt
  return {
    ...{ number, at, statusCode, error, durationMs, remoteAddress, tlsVersion, url },
    ...outcomeWords(attempt),
    parts: timingParts(attempt),
    requestHeaders: lines(attempt.requestHeaders),
    responseHeaders: lines(attempt.responseHeaders),
    excerpt: attempt.responseExcerpt,
    curl: url && attempt.requestHeaders ? curlCommand(url, attempt.requestHeaders, body) : null,
  }
}

/** Only what is known; a connection that was open already had nothing to look up. */
function timingParts({ timings }: Attempt): string | null {
  if (!timings) return null
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = timings
  const parts: [string, number | null][] = [
    ['name', dnsMs],
    ['connection', connectMs],
    ['TLS', tlsMs],
    ['first byte', firstByteMs],
    ['complete', totalMs],
  ]
  const known = parts.filter(([, ms]) => ms !== null).map(([part, ms]) => `${part} ${ms} ms`)
  return (dnsMs === null ? ['open connection', ...known] : known).join(' · ')
}

function lines(headers: Record<string, string> | null): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

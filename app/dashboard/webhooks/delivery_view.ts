import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import type Attempt from '#app/webhooks/deliveries/attempt'
import type Delivery from '#app/webhooks/deliveries/delivery'
import { outcomeWords } from './outcome_words.js'
import { curlCommand } from './curl_command.js'

/** A line of the list: with its last attempt. */
export function listedDelivery(delivery: Delivery, { t }: DashboardPhrasebook) {
  const { id, event, status, attemptCount, nextAttemptAt, replayOf, createdAt } = delivery
  const last = delivery.attempts.at(-1)
  return {
    ...{ id, event, status, attemptCount, nextAttemptAt, createdAt },
    isRetrying: status === 'pending' && attemptCount > 0,
    isReplay: replayOf !== null,
    answer: last ? (last.statusCode?.toString() ?? t('webhooks.no_answer')) : null,
    durationMs: last?.durationMs ?? null,
  }
}

/** A delivery's own page. */
export function deliveryView(delivery: Delivery, body: string, phrases: DashboardPhrasebook) {
  return {
    ...listedDelivery(delivery, phrases),
    eventId: delivery.eventId,
    replayOf: delivery.replayOf,
    isReplayable: delivery.status !== 'pending',
    attempts: delivery.attempts.toReversed().map((attempt) => attemptView(attempt, body, phrases)),
    body,
    bytes: Buffer.byteLength(body),
  }
}

function attemptView(attempt: Attempt, body: string, phrases: DashboardPhrasebook) {
  const { number, at, statusCode, error, durationMs, remoteAddress, tlsVersion, url } = attempt
  return {
    ...{ number, at, statusCode, error, durationMs, remoteAddress, tlsVersion, url },
    ...outcomeWords(attempt, phrases),
    parts: timingParts(attempt, phrases),
    requestHeaders: lines(attempt.requestHeaders),
    responseHeaders: lines(attempt.responseHeaders),
    excerpt: attempt.responseExcerpt,
    curl: url && attempt.requestHeaders ? curlCommand(url, attempt.requestHeaders, body) : null,
  }
}

/** Only what is known; a connection that was open already had nothing to look up. */
function timingParts({ timings }: Attempt, { t }: DashboardPhrasebook): string | null {
  if (!timings) return null
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = timings
  const parts: [DashboardKey, number | null][] = [
    ['webhooks.part_name', dnsMs],
    ['webhooks.part_connection', connectMs],
    ['webhooks.part_tls', tlsMs],
    ['webhooks.part_first_byte', firstByteMs],
    ['webhooks.part_complete', totalMs],
  ]
  const known = parts.flatMap(([part, ms]) => (ms === null ? [] : [t(part, { ms })]))
  return (dnsMs === null ? [t('webhooks.open_connection'), ...known] : known).join(' · ')
}

function lines(headers: Record<string, string> | null): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

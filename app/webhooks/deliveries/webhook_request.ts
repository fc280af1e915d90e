import { clock } from '#app/foundation/clock'
import { publicHttp, type HttpAnswer, type Timings } from '#app/foundation/outbound/public_http'
import { Tracing } from '#app/foundation/tracing/tracing'
import { timeScale } from '#app/foundation/time_scale'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { EndpointSecret } from '../endpoints/endpoint_secret.js'
import { excerpt, keptHeaders } from './response_excerpt.js'
import { parseRetryAfter } from './retry_schedule.js'
import { secretsInUse, type SealedSecrets } from '../endpoints/secret_rotation.js'
import { signatureHeaders } from '../webhook_signature.js'

const TIMEOUT_MS = 15_000
const MAX_READ_BYTES = 64 * 1024

/** Names nobody: receivers see the tenant's service, whatever it is called. */
export const USER_AGENT = 'Service-Webhooks/1.0'

export interface WebhookRequest extends SealedSecrets {
  deliveryId: string
  endpointId: string
  url: string
  eventId: string
  event: string
  /** The text that is sent. */
  body: string
  /** Of this attempt, from 1. */
  number: number
}

/** What came of one POST. */
export interface Outcome {
  /** By the real clock, as the signature is. */
  at: Date
  statusCode: number | null
  error: string | null
  durationMs: number
  /** Whole milliseconds. */
  timings: Timings | null
  requestHeaders: Record<string, string>
  remoteAddress: string | null
  tlsVersion: string | null
  responseHeaders: Record<string, string> | null
  responseExcerpt: string | null
  retryAfterMs?: number
}

/** Sends a webhook request once. A receiver that cannot or may not be reached is an outcome; only our own mistakes throw. */
export async function sendRequest(request: WebhookRequest): Promise<Outcome> {
  const at = clock.now()
  const headers = await headersOf(request, at)
  const { url, body } = request
  const startedAt = performance.now()
  try {
    const limits = { timeoutMs: timeScale.of(TIMEOUT_MS), maxBytes: MAX_READ_BYTES }
    const order = { method: 'POST', purpose: 'webhooks', url, headers, body, ...limits } as const
    const span = { name: 'webhook request', kind: 'client' } as const
    const answer = await Tracing.span(span, () => publicHttp.request(order))
    return answered(at, headers, answer)
  } catch (error) {
    return unanswered(at, headers, Math.round(performance.now() - startedAt), error)
  }
}

async function headersOf(request: WebhookRequest, at: Date): Promise<Record<string, string>> {
  const { endpointId, deliveryId, eventId, event, body, number } = request
  const [active, ...others] = secretsInUse(request, at)
  const secrets = [
    await EndpointSecret.open(endpointId, active),
    ...(await Promise.all(others.map((sealed) => EndpointSecret.open(endpointId, sealed)))),
  ] as const
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Event': event,
    'X-Service-Delivery': deliveryId,
    'X-Service-Attempt': String(number),
    ...signatureHeaders({ id: eventId, timestamp, body }, secrets),
  }
}

type Headers = Record<string, string>

function answered(
  at: Date,
  requestHeaders: Headers,
  { status, headers, body, ...answer }: HttpAnswer
): Outcome {
  return {
    at,
    statusCode: status,
    error: null,
    durationMs: Math.round(answer.timings.totalMs),
    timings: whole(answer.timings),
    requestHeaders,
    remoteAddress: answer.remoteAddress,
    tlsVersion: answer.tlsVersion,
    responseHeaders: keptHeaders(headers),
    responseExcerpt: excerpt(body),
    retryAfterMs: parseRetryAfter(headers['retry-after'], clock.now()),
  }
}

function unanswered(
  at: Date,
  requestHeaders: Headers,
  durationMs: number,
  error: unknown
): Outcome {
  return {
    ...{ at, statusCode: null, error: reason(error), durationMs, requestHeaders, timings: null },
    ...{ remoteAddress: null, tlsVersion: null, responseHeaders: null, responseExcerpt: null },
  }
}

function whole({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: Timings): Timings {
  const rounded = (ms: number | null) => ms && Math.round(ms)
  return {
    ...{ dnsMs: rounded(dnsMs), connectMs: rounded(connectMs), tlsMs: rounded(tlsMs) },
    ...{ firstByteMs: Math.round(firstByteMs), totalMs: Math.round(totalMs) },
  }
}

function reason(error: unknown): string {
  if (error instanceof UrlForbidden) return 'url_forbidden'
  if (!(error instanceof UrlUnreachable)) throw error
  return error.detail ? `${error.reason} (${error.detail})` : error.reason
}

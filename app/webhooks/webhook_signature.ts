import { createSecretKey } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'
import { hmacSha256 } from '#app/foundation/keys/hmac_sha256'

const PREFIX = 'whsec_'

export interface Signed {
  /** The event's id: the same for all attempts and replays, so that receivers can tell a repetition. */
  id: string
  /** Of this attempt, in seconds. */
  timestamp: number
  /** The very text that is sent. */
  body: string
}

/**
 * Both signatures of a delivery. `X-Service-Signature` is HMAC-SHA256 over the body, in hexadecimal, keyed with the whole secret as
 * UTF-8. `webhook-signature` follows Standard Webhooks 1.0: over id, timestamp and body, in base64, keyed with the bytes that the
 * secret encodes after `whsec_`; one for each secret in use.
 */
export function signatureHeaders(
  { id, timestamp, body }: Signed,
  secrets: readonly [Secret<string>, ...Secret<string>[]]
): Record<string, string> {
  const [active] = secrets
  const whole = createSecretKey(active.release(), 'utf8')
  const standard = secrets.map((secret) => {
    const key = createSecretKey(secret.release().slice(PREFIX.length), 'base64')
    return `v1,${hmacSha256(key, `${id}.${timestamp}.${body}`).toString('base64')}`
  })
  return {
    'X-Service-Signature': `sha256=${hmacSha256(whole, body).toString('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_S = 5 * 60

/**
 * Whether a webhook is the service's: `webhook-signature` (Standard Webhooks) is an HMAC over id, time and body, so that neither the
 * id that keeps it from counting twice nor its age can be forged. While a secret is replaced there are two signatures.
 */
export function isGenuine({ headers, body, secret, now = Date.now() }) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers
  if (!id || !at || !given || !(Math.abs(now / 1000 - Number(at)) <= TOLERANCE_S)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest()
  return given.split(' ').some((one) => {
    const bytes = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

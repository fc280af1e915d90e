import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Checks a received call as a subscriber would: `x-service-signature` over the body, and Standard
 * Webhooks' `webhook-signature` over id, timestamp and body.
 *
 * @returns {contract, standard}: 'valid', 'invalid' or 'absent' each
 */
export function checkSignature({ headers, body, secret }) {
  return {
    contract: verdict(headers['x-service-signature'], [
      `sha256=${hmac(secret, body).toString('hex')}`,
    ]),
    standard: verdict(headers['webhook-signature'], [standardSignature(headers, body, secret)]),
  }
}

function standardSignature(headers, body, secret) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = Buffer.concat([
    Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
    body,
  ])
  return `v1,${hmac(key, signed).toString('base64')}`
}

function hmac(key, bytes) {
  return createHmac('sha256', key).update(bytes).digest()
}

/** A header may carry several signatures, separated by spaces, while a secret is being replaced. */
function verdict(header, expected) {
  if (!header) return 'absent'
  const given = header.split(' ')
  return expected.some((one) => given.some((other) => isEqual(one, other))) ? 'valid' : 'invalid'
}

function isEqual(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

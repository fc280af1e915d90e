import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'

/** What was sent, as far as it is signed. */
export interface SignedParts {
  id: string
  timestamp: string
  body: string
}

interface Candidate {
  /** What somebody computed, in words. */
  says: string
  /** With what stands before the digest in the header; all others are compared without. */
  isWhole?: true
  isRight: boolean
  value: string
}

export interface Verdict {
  isRight: boolean
  /** Right, or one of the usual mistakes. */
  isKnown: boolean
  says: string
}

const PREFIX = /^(?:sha256=|v1,)/

const UNKNOWN =
  'This is no signature of this request, nor one of the usual mistakes. Compare the body byte for byte: a framework may have parsed it and written it anew before your code saw it.'

/**
 * Compares what somebody's code computed with both signatures, and with what the usual mistakes make of them. Says which mistake it is,
 * and never the right value.
 */
export function checkSignature(
  given: string,
  parts: SignedParts,
  secrets: readonly Secret<string>[]
): Verdict {
  const offered = given.trim().split(/[\s]+/)
  const digests = offered.map((text) => text.replace(PREFIX, ''))
  const found = secrets
    .flatMap((secret) => candidates(parts, secret.release()))
    .find(({ value, isWhole }) => (isWhole ? offered : digests).some((text) => isSame(text, value)))
  if (!found) return { isRight: false, isKnown: false, says: UNKNOWN }
  return { isRight: found.isRight, isKnown: true, says: found.says }
}

function candidates({ id, timestamp, body }: SignedParts, secret: string): Candidate[] {
  const bare = secret.replace(/^whsec_/, '')
  const key = Buffer.from(bare, 'base64')
  const signed = `${id}.${timestamp}.${body}`
  const right = (says: string, value: string) =>
    ({ says, value, isRight: true, isWhole: true }) as const
  const wrong = (says: string, value: string) => ({ says, value, isRight: false })
  return [
    right('Right: this is X-Service-Signature.', `sha256=${hex(secret, body)}`),
    right('Right: this is webhook-signature.', `v1,${base64(key, signed)}`),
    wrong(
      'The digest is right. In X-Service-Signature “sha256=” stands before it: compare the whole header, or take that away first.',
      hex(secret, body)
    ),
    wrong(
      'The digest is right. In webhook-signature “v1,” stands before it: compare with that, or take it away first.',
      base64(key, signed)
    ),
    wrong('The HMAC is right, but X-Service-Signature is hexadecimal.', base64(secret, body)),
    wrong('The HMAC is right, but webhook-signature is base64.', hex(key, signed)),
    ...[['without “whsec_”', bare] as const, ['decoded from base64', key] as const].flatMap(
      ([how, used]) => [
        wrong(
          `The secret was used ${how}. For X-Service-Signature it is the key as a whole, as text.`,
          hex(used, body)
        ),
        wrong(
          `The secret was used ${how}. For X-Service-Signature it is the key as a whole, as text.`,
          base64(used, body)
        ),
      ]
    ),
    wrong(
      'The whole secret was used as text. For webhook-signature the key is what the part after “whsec_” decodes to.',
      base64(secret, signed)
    ),
    wrong(
      'The secret was not decoded. For webhook-signature the key is what the part after “whsec_” decodes to.',
      base64(bare, signed)
    ),
    wrong(
      'The id is missing: webhook-signature covers id, timestamp and body, joined by full stops.',
      base64(key, `${timestamp}.${body}`)
    ),
    ...otherTexts(body).map(([how, text]) =>
      wrong(`The body was ${how}. Sign the bytes as they arrive.`, hex(secret, text))
    ),
    ...otherTexts(body).map(([how, text]) =>
      wrong(
        `The body was ${how}. Sign the bytes as they arrive.`,
        base64(key, `${id}.${timestamp}.${text}`)
      )
    ),
  ]
}

/** What parsing and writing anew makes of a body. */
function otherTexts(body: string): [string, string][] {
  const parsed: unknown = JSON.parse(body)
  const pythonic = JSON.stringify(parsed, null, 1)
    .replace(/([[{])\n */g, '$1')
    .replace(/\n *([\]}])/g, '$1')
    .replace(/\n */g, ' ')
  const texts: [string, string][] = [
    ['given a line break at its end', `${body}\n`],
    ['parsed and written with indentation', JSON.stringify(parsed, null, 2)],
    ['parsed and written with spaces after colons and commas', pythonic],
    ['empty when it was signed', ''],
  ]
  return texts.filter(([, text]) => text !== body)
}

function hex(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function base64(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

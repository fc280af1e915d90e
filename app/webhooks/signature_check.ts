import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'

/** What was sent, as far as it is signed. */
export interface SignedParts {
  id: string
  timestamp: string
  body: string
}

interface Candidate {
  /** What somebody computed, as its page says it. */
  says: DashboardKey
  /** With what stands before the digest in the header; all others are compared without. */
  isWhole?: true
  isRight: boolean
  value: string
}

export interface Verdict {
  isRight: boolean
  /** Right, or one of the usual mistakes. */
  isKnown: boolean
  says: DashboardKey
}

const PREFIX = /^(?:sha256=|v1,)/

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
  if (!found) return { isRight: false, isKnown: false, says: 'webhooks.check_unknown' }
  return { isRight: found.isRight, isKnown: true, says: found.says }
}

function candidates({ id, timestamp, body }: SignedParts, secret: string): Candidate[] {
  const bare = secret.replace(/^whsec_/, '')
  const key = Buffer.from(bare, 'base64')
  const signed = `${id}.${timestamp}.${body}`
  const right = (says: DashboardKey, value: string) =>
    ({ says, value, isRight: true, isWhole: true }) as const
  const wrong = (says: DashboardKey, value: string) => ({ says, value, isRight: false })
  return [
    right('webhooks.check_right_own', `sha256=${hex(secret, body)}`),
    right('webhooks.check_right_standard', `v1,${base64(key, signed)}`),
    wrong('webhooks.check_bare_own', hex(secret, body)),
    wrong('webhooks.check_bare_standard', base64(key, signed)),
    wrong('webhooks.check_base64_own', base64(secret, body)),
    wrong('webhooks.check_hex_standard', hex(key, signed)),
    wrong('webhooks.check_secret_bare', hex(bare, body)),
    wrong('webhooks.check_secret_bare', base64(bare, body)),
    wrong('webhooks.check_secret_decoded', hex(key, body)),
    wrong('webhooks.check_secret_decoded', base64(key, body)),
    wrong('webhooks.check_secret_text', base64(secret, signed)),
    wrong('webhooks.check_secret_encoded', base64(bare, signed)),
    wrong('webhooks.check_no_id', base64(key, `${timestamp}.${body}`)),
    ...otherTexts(body).map(([says, text]) => wrong(says, hex(secret, text))),
    ...otherTexts(body).map(([says, text]) =>
      wrong(says, base64(key, `${id}.${timestamp}.${text}`))
    ),
  ]
}

/** What parsing and writing anew makes of a body. */
function otherTexts(body: string): [DashboardKey, string][] {
  const parsed: unknown = JSON.parse(body)
  const pythonic = JSON.stringify(parsed, null, 1)
    .replace(/([[{])\n */g, '$1')
    .replace(/\n *([\]}])/g, '$1')
    .replace(/\n */g, ' ')
  const texts: [DashboardKey, string][] = [
    ['webhooks.check_line_break', `${body}\n`],
    ['webhooks.check_indented', JSON.stringify(parsed, null, 2)],
    ['webhooks.check_spaced', pythonic],
    ['webhooks.check_empty', ''],
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

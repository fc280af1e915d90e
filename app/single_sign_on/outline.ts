import { cutText } from '#app/foundation/cut_text'
import { sha256Hex } from '#app/foundation/opaque_token'
import { printableOf } from '#app/foundation/printable_text'
import type { VerifiedAssertion } from './gate/response.js'

const MAX_SHOWN = 50
const MAX_TEXT = 300

/** What an assertion holds, for an administrator: names of attributes and how many values each has, never the values. Times are ISO 8601. */
export interface Outline {
  nameIdFormat: string | null
  attributes: { name: string; friendlyName: string | null; values: number }[]
  authenticatedAt: string
  authenticationContext: string | null
  sessionEndsAt: string | null
  hasSessionIndex: boolean
  acceptedUntil: string
  isEncrypted: boolean
  /** Of the provider's certificate that it was signed with: SHA-256, hex. */
  certificateSha256: string
}

export function outlineOf(assertion: VerifiedAssertion): Outline {
  const { sessionEndsAt, sessionIndex, authenticationContext, nameIdFormat } = assertion
  return {
    nameIdFormat: short(nameIdFormat),
    attributes: assertion.attributes.slice(0, MAX_SHOWN).map(({ name, friendlyName, values }) => ({
      name: short(name) ?? '',
      friendlyName: short(friendlyName),
      values: values.length,
    })),
    authenticatedAt: iso(assertion.authenticatedAt),
    authenticationContext: short(authenticationContext),
    sessionEndsAt: sessionEndsAt === null ? null : iso(sessionEndsAt),
    hasSessionIndex: sessionIndex !== null,
    acceptedUntil: iso(assertion.expiresAt),
    isEncrypted: assertion.isEncrypted,
    certificateSha256: sha256Hex(Buffer.from(assertion.certificate, 'base64')),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

function short(text: string | null): string | null {
  return text === null ? null : printableOf(cutText(text, MAX_TEXT))
}

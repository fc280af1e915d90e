import type { X509Certificate } from 'node:crypto'
import CertificateRefused from '../errors/certificate_refused.js'
import { readAll } from '../own/own_certificate.js'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A code, or an answer to what somebody is shown: what is no password comes from a person (11.5, auth/objects). */
const KNOWN_BEFORE = 'Password'

/** What a PIN is called where the provider does not say. */
export const PIN_ID = 'PIN'
const MAX_PIN_ID = 200

/** What a provider says of one credential (11.4, 11.5), as far as seals need it. */
export class CredentialInfo {
  #key: unknown
  #auth: unknown
  #cert: unknown

  constructor({ key, auth, cert }: Record<string, unknown>) {
    this.#key = key
    this.#auth = auth
    this.#cert = cert
  }

  get asksPin(): boolean {
    return memberOf(this.#auth, 'mode') === 'explicit'
  }

  /** The certificate first, then what is known of its path. @throws CertificateRefused */
  get certificates(): X509Certificate[] {
    const encoded = memberOf(this.#cert, 'certificates')
    const all = Array.isArray(encoded) ? encoded.filter(isBase64) : []
    return readAll(all.map((one) => Buffer.from(one, 'base64')))
  }

  /** What the provider calls the PIN when it is given one. */
  get pinId(): string {
    const id = memberOf(this.#objects.find(isKnownBefore), 'id')
    return typeof id === 'string' && id !== '' && id.length <= MAX_PIN_ID ? id : PIN_ID
  }

  get #objects(): readonly unknown[] {
    const objects = memberOf(this.#auth, 'objects')
    return Array.isArray(objects) ? objects : []
  }

  /** Whether a PIN alone is not enough for it: something else has to come along, that only a person gets. */
  get #asksCode(): boolean {
    const all = this.#objects
    const known = all.filter(isKnownBefore)
    if (!this.asksPin || known.length === all.length) return false
    const isEither = /\bX?OR\b/.test(String(memberOf(this.#auth, 'expression') ?? ''))
    return known.length === 0 || !isEither
  }

  /** Only what needs nobody at the moment of the seal. @throws CertificateRefused */
  refuseUnusable(): void {
    const mode = memberOf(this.#auth, 'mode')
    if (memberOf(this.#key, 'status') !== 'enabled')
      throw new CertificateRefused('The provider says that the key is not enabled.', {
        form: 'disabled_key',
      })
    if (mode !== 'implicit' && mode !== 'explicit')
      throw new CertificateRefused('The provider asks a person for each signature of this key.', {
        form: 'asks_person',
      })
    if (this.#asksCode)
      throw new CertificateRefused(
        'The provider asks for a code with each signature of this key, which a person gets, and nobody is there when a document is sealed. A key can be used that needs nothing, or a PIN alone.',
        { form: 'asks_code' }
      )
  }
}

function isKnownBefore(object: unknown): boolean {
  return memberOf(object, 'type') === KNOWN_BEFORE
}

export function isBase64(value: unknown): value is string {
  return typeof value === 'string' && BASE64.test(value)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

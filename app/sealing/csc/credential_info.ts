import type { X509Certificate } from 'node:crypto'
import CertificateRefused from '../errors/certificate_refused.js'
import { readAll } from '../own/own_certificate.js'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

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
  }
}

export function isBase64(value: unknown): value is string {
  return typeof value === 'string' && BASE64.test(value)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

import { AddressRanges, METADATA, NOT_PUBLIC, PRIVATE } from './address_ranges.js'
import UrlForbidden from '../errors/url_forbidden.js'
import UrlTimedOut from '../errors/url_timed_out.js'
import UrlUnreachable from '../errors/url_unreachable.js'
import { type NameResolver, publicNames, systemNames } from './name_resolver.js'

export const PURPOSES = [
  'webhooks',
  'documents',
  'smtp',
  'tsa',
  'sso',
  'witness',
  'sms',
  'keys',
  'certificates',
  'seals',
] as const

export type Purpose = (typeof PURPOSES)[number]

export interface OutboundRules {
  /** Purposes that may also use plain HTTP, any port, and private and loopback addresses. */
  allowPrivate?: ReadonlySet<Purpose>
  /** CIDRs refused for every purpose, such as this service's own public addresses. */
  refuse?: readonly string[]
  resolve?: NameResolver
}

/** A time stamp (RFC 3161) proves itself, as do lists and answers about certificates; most public authorities give them over plain HTTP alone. */
const SIGNED_ANSWERS: ReadonlySet<Purpose> = new Set(['tsa', 'certificates'])
const MAX_URL_CHARACTERS = 2048
const MIN_UNPRIVILEGED_PORT = 1024
const RESOLVE_TIMEOUT_MS = 3_000

/** Says where we may connect to when somebody else names the place. */
export class OutboundGuard {
  readonly #open: ReadonlySet<Purpose>
  readonly #refused: AddressRanges
  readonly #resolve?: NameResolver

  constructor({ allowPrivate = new Set(), refuse = [], resolve }: OutboundRules = {}) {
    this.#open = allowPrivate
    this.#refused = new AddressRanges(refuse)
    this.#resolve = resolve
  }

  /**
   * The rules that need no network. WHATWG's parser has by then turned octal, hexadecimal, decimal
   * and full-width hosts into plain addresses.
   *
   * @throws UrlForbidden
   */
  url(text: string, purpose: Purpose): URL {
    if (text.length > MAX_URL_CHARACTERS) throw new UrlForbidden('length')
    const url = URL.parse(text)
    if (!url) throw new UrlForbidden('malformed')
    if (!this.#allowsScheme(url, purpose)) throw new UrlForbidden('scheme')
    if (url.username || url.password) throw new UrlForbidden('userinfo')
    if (!this.#allowsPort(url, purpose)) throw new UrlForbidden('port')
    return url
  }

  /**
   * The addresses of a host, each of them allowed: connect to these and to no others.
   *
   * @param hostname  a name or a literal address, without brackets
   * @throws UrlForbidden when any of them is not allowed; UrlUnreachable when there is none
   */
  async addresses(hostname: string, purpose: Purpose): Promise<LookupAddress[]> {
    const addresses = await this.#addressesOf(hostname, purpose)
    if (addresses.length === 0) throw new UrlUnreachable('dns')
    for (const { address } of addresses) {
      if (!this.allows(address, purpose)) throw new UrlForbidden('address')
    }
    return addresses
  }

  allows(address: string | undefined, purpose: Purpose): boolean {
    if (!address || isIP(address) === 0) return false
    if (this.#refused.includes(address) || METADATA.includes(address)) return false
    return !NOT_PUBLIC.includes(address) || (this.#open.has(purpose) && PRIVATE.includes(address))
  }

  async #addressesOf(hostname: string, purpose: Purpose): Promise<LookupAddress[]> {
    const family = isIP(hostname)
    if (family !== 0) return [{ address: hostname, family }]
    const resolve = this.#resolve ?? (this.#open.has(purpose) ? systemNames : publicNames)
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new UrlTimedOut()), RESOLVE_TIMEOUT_MS)
    try {
      return await Promise.race([resolve(hostname), deadline])
    } catch (error) {
      throw error instanceof UrlTimedOut ? error : new UrlUnreachable('dns', error)
    } finally {
      clearTimeout(timer)
    }
  }

  #allowsScheme({ protocol }: URL, purpose: Purpose): boolean {
    if (protocol === 'https:') return true
    return protocol === 'http:' && (SIGNED_ANSWERS.has(purpose) || this.#open.has(purpose))
  }

  #allowsPort({ port }: URL, purpose: Purpose): boolean {
    if (port === '' || port === '80' || port === '443') return true
    return Number(port) >= MIN_UNPRIVILEGED_PORT || this.#open.has(purpose)
  }
}

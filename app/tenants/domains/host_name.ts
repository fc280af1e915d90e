import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { formerDomains, platformDomain, targetDomain } from '../hosts/public_address.js'
import HostRefused from '../errors/host_refused.js'

/** Room for the names of records below it: the whole may have 253 (RFC 1035, 2.3.4). */
const MAX_HOST = 230
const MAX_LABEL = 63
const MAX_TYPED = 1_000

const MORE_THAN_A_NAME = /[\s/\\?#@:%*[\]]/u
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** Not in the public DNS (RFC 2606, 6761, 6762, 7686, 8375, 9476), or known to collide inside of networks. */
const RESERVED = `alt arpa corp example home internal intranet invalid lan local localdomain localhost mail onion private test`
const RESERVED_ENDINGS = new Set(RESERVED.split(' '))

/**
 * A host as somebody typed it, in the form in which it is stored and compared: lower case, punycode, no dot at its end.
 *
 * @throws HostRefused with the reason
 */
export function readHost(typed: string): string {
  const text = typed.trim().replace(/\.$/, '')
  if (text === '') throw new HostRefused('missing')
  if (text.length > MAX_TYPED) throw new HostRefused('too_long')
  if (isIP(text) !== 0) throw new HostRefused('address')
  if (MORE_THAN_A_NAME.test(text)) throw new HostRefused('not_a_name')
  return accepted(asciiOf(text))
}

function asciiOf(text: string): string {
  if (text.split('.').some((label) => label.length > MAX_LABEL)) throw new HostRefused('too_long')
  const ascii = domainToASCII(text)
  if (isIP(ascii) !== 0) throw new HostRefused('address')
  if (ascii === '') throw new HostRefused('malformed')
  return ascii
}

function accepted(host: string): string {
  const labels = host.split('.')
  if (host.length > MAX_HOST || labels.some((label) => label.length > MAX_LABEL))
    throw new HostRefused('too_long')
  if (!labels.every((label) => LABEL.test(label))) throw new HostRefused('malformed')
  if (labels.length === 1) throw new HostRefused('single_label')
  if (isPlatforms(host)) throw new HostRefused('platform')
  if (isReserved(labels)) throw new HostRefused('reserved')
  if (isPublicSuffix(host)) throw new HostRefused('public_suffix')
  return host
}

/**
 * The platform's own names, those above and all below. Where the platform is `localhost` itself, for trying it out on one machine, only
 * its tenants' names and its targets are: the rest of that tree stands in for the world.
 */
function isPlatforms(host: string): boolean {
  const isOwn =
    isWithin(host, targetDomain()) ||
    isWithin(platformDomain(), host) ||
    formerDomains().some((domain) => isWithin(host, domain))
  if (platformDomain() !== 'localhost') return isOwn || isWithin(host, platformDomain())
  return isOwn || /^[^.]+\.localhost$/.test(host)
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

function isReserved(labels: readonly string[]): boolean {
  const ending = labels[labels.length - 1]
  if (ending === 'localhost' && platformDomain() === 'localhost') return false
  return RESERVED_ENDINGS.has(ending) || /^\d+$/.test(ending)
}

/** Of registries, and of hosters that let strangers have names below theirs. */
function isPublicSuffix(host: string): boolean {
  return parse(host, { allowPrivateDomains: true }).publicSuffix === host
}

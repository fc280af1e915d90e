import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** How many a key may name; more are a network. */
export const MAX_ADDRESSES = 50

const BITS = /^(?:[1-9]|[1-9]\d|1[01]\d|12[0-8])$/

/**
 * An address, or a network in CIDR notation, in the one form in which a key keeps it: `192.0.2.77/24` is `192.0.2.0/24`, and an IPv4
 * address in the clothes of IPv6 is the IPv4 address, as which callers are seen.
 *
 * @returns null for what is neither, and for all addresses there are: that is said by naming none
 */
export function allowedAddress(typed: string): string | null {
  const [address, bits, ...more] = typed.split('/')
  if (!isIP(address) || address.includes('%') || more.length > 0) return null
  if (bits === undefined) return ipaddr.process(address).toString()
  const parsed = ipaddr.parse(address)
  const isMapped = parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()
  const most = parsed.kind() === 'ipv4' ? 32 : 128
  if (!BITS.test(bits) || Number(bits) > most || isMapped) return null
  return `${networkOf(parsed, bits)}/${bits}`
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: string): string {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()
}

import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * The system's look-up, and `localhost` with all names below it on loopback (RFC 6761, 6.3), which
 * browsers and curl do by themselves and Node does not. For our own processes and tests.
 */
export const loopbackLookup: LookupFunction = (hostname, options, callback) => {
  if (!isLoopbackName(hostname)) return lookup(hostname, options, callback)
  const addresses = loopbackAddresses(options.family)
  const [first] = addresses
  process.nextTick(() => {
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

export function isLoopbackName(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(hostname)
}

export function loopbackAddresses(family: LookupOptions['family'] = 0): LookupAddress[] {
  const wanted = Number(String(family).replace('IPv', ''))
  return LOOPBACK.filter((address) => wanted === 0 || address.family === wanted)
}

import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

import { isLoopbackName, loopbackAddresses } from './loopback_lookup.js'

/** All addresses of a name; rejects when it has none. */
export type NameResolver = (hostname: string) => Promise<LookupAddress[]>

/** 1 s, then 2 s more. */
const PATIENCE = { timeout: 1_000, tries: 2 }

/**
 * Asks name servers alone: no hosts file, no search domains, and none of the few threads that
 * `lookup` waits on, which a name server that never answers could take from all file work.
 *
 * @param servers  instead of the machine's own, as `address:port`
 */
export function namesFrom(servers?: string[]): NameResolver {
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    if (isLoopbackName(hostname)) return loopbackAddresses()
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [...addressesOf(four, 4), ...addressesOf(six, 6)]
  }
}

export const publicNames = namesFrom()

/** As the machine itself does, hosts file and search domains included: for names of one's own network. */
export const systemNames: NameResolver = async (hostname) => {
  if (isLoopbackName(hostname)) return loopbackAddresses()
  return lookup(hostname, { all: true })
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: number): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}

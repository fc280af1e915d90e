import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { dnsServers } from '../configuration.js'

/** What is known of a name, or why nothing is: an outage of the name server. */
export interface Lookup {
  found: string[]
  error: string | null
}

/** 2 s, then 4 s more. A person waits for it. */
const PATIENCE = { timeout: 2_000, tries: 2 }

/** Answers to the question, as opposed to none: there is no such name, or no such record. */
const NOTHING_THERE = new Set<unknown>([NODATA, NOTFOUND])

/** More of a stranger's records than these are not kept, nor longer ones. */
const MAX_FOUND = 8
const MAX_TEXT = 600

/** Somebody who is asked for DNS records. */
export class NameServer {
  #resolver = new Resolver(PATIENCE)

  /** @param address as `address` or `address:port`; without one, those that the machine is set to */
  constructor(
    readonly name: string,
    address?: string
  ) {
    if (address) this.#resolver.setServers([address])
  }

  texts(name: string): Promise<Lookup> {
    return lookup(async () =>
      (await this.#resolver.resolveTxt(name)).map((parts) => parts.join(''))
    )
  }

  /** What a name is another name for. */
  aliases(name: string): Promise<Lookup> {
    return lookup(async () => (await this.#resolver.resolveCname(name)).map(plain))
  }

  /** In both families. An outage of one is an outage, unless the other has something. */
  async addresses(name: string): Promise<Lookup> {
    const families = await Promise.all([
      lookup(() => this.#resolver.resolve4(name)),
      lookup(() => this.#resolver.resolve6(name)),
    ])
    const found = families.flatMap((family) => family.found)
    const failed = families.find(({ error }) => error !== null)
    return found.length === 0 && failed ? failed : { found, error: null }
  }
}

async function lookup(ask: () => Promise<string[]>): Promise<Lookup> {
  try {
    const found = await ask()
    return { found: found.slice(0, MAX_FOUND).map((text) => text.slice(0, MAX_TEXT)), error: null }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (NOTHING_THERE.has(code)) return { found: [], error: null }
    return { found: [], error: String(code ?? 'EUNKNOWN') }
  }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function configured(): NameServer[] {
  const named = dnsServers.value.map((address) => new NameServer(address, address))
  return named.length > 0 ? named : [new NameServer('Our name server')]
}

let inUse: readonly NameServer[] | undefined

/** All that are asked. They may disagree: a change takes its time to get around. */
export const nameServers = {
  get all(): readonly NameServer[] {
    return (inUse ??= configured())
  },

  /** For tests: others than the configured ones, or those again. */
  use(servers?: readonly NameServer[]): void {
    inUse = servers
  },
}

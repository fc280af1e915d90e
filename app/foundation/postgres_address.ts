/** One server of an address that names several. */
export interface PostgresServer {
  host: string
  port: number
}

/** A parameter that only we read: a URL has room for one host. */
const SERVERS = 'servers'
const SESSION = 'target_session_attrs'
const WRITABLE = ['read-write', 'primary']
const DEFAULT_PORT = 5432

/** `postgres://user@` | `h1:5432,h2:5433` | `/database?target_session_attrs=read-write` */
const SEVERAL = /^([a-z]+:\/\/(?:[^/?#@]*@)?)([^/?#]*,[^/?#]*)(.*)$/s

/** `postgres://user@/database?host=/var/run/postgresql`: a URL with a user has to name a host. */
const NAMES_NO_HOST = /^([a-z]+:\/\/[^/?#@]*@)(?=:|\/)/
/** What stands there beside the folder of a socket, which counts. */
const BESIDE_SOCKET = 'localhost'

/**
 * An address as `libpq` writes it, as a URL: of several servers it names the first, and all of them beside it.
 *
 * @throws an error that says what is wrong with an address of several servers
 */
export function postgresUrl(address: string): string {
  const [, start, hosts, rest] = SEVERAL.exec(address) ?? []
  if (!hosts) return address.replace(NAMES_NO_HOST, `$1${BESIDE_SOCKET}`)
  const named = hosts.split(',')
  if (named.includes('')) throw new Error('A database address has a comma without a host beside it')
  const url = new URL(start + named[0] + rest)
  const wanted = url.searchParams.get(SESSION)
  if (wanted !== null && !WRITABLE.includes(wanted))
    throw new Error(
      `A database address asks for ${SESSION}=${wanted}: only read-write can be had, since every process writes`
    )
  url.searchParams.delete(SESSION)
  url.searchParams.set(SERVERS, named.join(','))
  return url.href
}

/** All servers of a URL that `postgresUrl` made, in their order; none where it is an ordinary one. */
export function serversOf(url: string): PostgresServer[] {
  const named = new URL(url).searchParams.get(SERVERS)
  return (named?.split(',') ?? []).map((text) => {
    const { hostname, port } = new URL(`postgres://${text}`)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) }
  })
}

/** The address of one of them alone. */
export function urlOfServer(url: string, { host, port }: PostgresServer): string {
  const one = new URL(url)
  one.searchParams.delete(SERVERS)
  one.hostname = host.includes(':') ? `[${host}]` : host
  one.port = String(port)
  return one.href
}

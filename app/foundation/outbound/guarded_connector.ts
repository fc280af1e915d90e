import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContextOptions, TLSSocket } from 'node:tls'

import { LRUCache } from 'lru-cache'
import type { buildConnector } from 'undici'

import UrlForbidden from '../errors/url_forbidden.js'
import UrlTimedOut from '../errors/url_timed_out.js'
import UrlUnreachable from '../errors/url_unreachable.js'
import type { OutboundGuard, Purpose } from './outbound_guard.js'

const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_PROBE_MS = 60_000
const CACHED_SESSIONS = 1_000

export interface Connection {
  socket: Socket
  remoteAddress: string
  tlsVersion: string | null
  dnsMs: number
  connectMs: number
  tlsMs: number | null
  /** How many exchanges it has carried. */
  exchanges: number
}

/** Opens connections to addresses that the guard has seen, and to no others. */
export class GuardedConnector {
  /** TLS sessions to resume, by host and port. */
  readonly #sessions = new LRUCache<string, Buffer>({ max: CACHED_SESSIONS })

  constructor(
    private readonly guard: OutboundGuard,
    private readonly purpose: Purpose,
    private readonly trust: Pick<SecureContextOptions, 'ca'> = {}
  ) {}

  /** @throws UrlForbidden, UrlUnreachable, UrlTimedOut */
  async open(target: buildConnector.Options): Promise<Connection> {
    const startedAt = performance.now()
    const addresses = await this.guard.addresses(target.hostname, this.purpose)
    const resolvedAt = performance.now()
    const pinned: LookupFunction = (_hostname, { all }, callback) => {
      if (all) callback(null, addresses)
      else callback(null, addresses[0].address, addresses[0].family)
    }
    const socket = this.#socket(target, pinned)
    const { connectedAt, securedAt } = await opened(socket)
    return {
      socket,
      remoteAddress: this.#vetted(socket),
      tlsVersion: socket instanceof TLSSocket ? socket.getProtocol() : null,
      dnsMs: resolvedAt - startedAt,
      connectMs: connectedAt - resolvedAt,
      tlsMs: securedAt && securedAt - connectedAt,
      exchanges: 0,
    }
  }

  #socket({ protocol, hostname: host, port }: buildConnector.Options, lookup: LookupFunction) {
    const common = {
      host,
      lookup,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
    }
    if (protocol === 'http:') return connect({ ...common, port: Number(port || 80) })

    const key = `${host}:${port}`
    const socket = connectTls({
      ...common,
      ...this.trust,
      port: Number(port || 443),
      servername: isIP(host) ? '' : host,
      ALPNProtocols: ['http/1.1'],
      session: this.#sessions.get(key),
    })
    return socket.on('session', (session) => this.#sessions.set(key, session))
  }

  /** The last word: where the socket really leads. */
  #vetted(socket: Socket): string {
    if (socket.remoteAddress && this.guard.allows(socket.remoteAddress, this.purpose)) {
      return socket.remoteAddress
    }
    socket.destroy()
    throw new UrlForbidden('address')
  }
}

/** Waits until the socket can be written to, with TLS where it has it. */
async function opened(socket: Socket) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => socket.destroy(new UrlTimedOut()), CONNECT_TIMEOUT_MS)
  let connectedAt = 0
  socket.once('connect', () => (connectedAt = performance.now()))
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', resolve)
  // stays: between here and the next owner of the socket an error must find a listener
  socket.on('error', (error) => reject(unreachable(error, connectedAt > 0 ? 'tls' : 'connect')))
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
  return { connectedAt, securedAt: socket instanceof TLSSocket ? performance.now() : null }
}

function unreachable(error: Error, phase: 'connect' | 'tls') {
  return error instanceof UrlUnreachable ? error : new UrlUnreachable(phase, error)
}

import type { RedisOptions } from 'ioredis'

const DEFAULT_PORT = 6379
const SENTINEL_PORT = 26379

/** `redis://` or `rediss://` | `user:password@` | `host:port` | `/database` */
const ONE_SERVER = /^rediss?:\/\//

/** `redis+sentinel://` or `rediss+sentinel://` | `user:password@` | `s1:26379,s2:26379` | `/name of the primary` | `/database` */
const SENTINELS = /^redis(s?)\+sentinel:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([\w.-]+)(?:\/(\d+))?$/

/** `unix://` | `user:password@` | `/path of the socket` | `?db=database` */
const SOCKET = /^unix:\/\/(?:([^@/?#]*)@)?(\/[^?#]+)(?:\?db=(\d+))?$/

/**
 * How to connect to Redis. An address with sentinels finds the primary through them, also after a failover.
 *
 * @param sentinelPassword  what sentinels ask for, which may be another one than that of Redis
 * @throws an error that says what is wrong with an address; it repeats nothing of it, for it holds a secret
 */
export function redisOptions(address: string, sentinelPassword?: string): RedisOptions {
  if (ONE_SERVER.test(address)) return ofServer(new URL(address))
  const [, owner, path, number] = SOCKET.exec(address) ?? []
  if (path)
    return { path: decodeURIComponent(path), ...credentialsOf(owner), db: Number(number ?? 0) }
  const [, tls, person, hosts, name, database] = SENTINELS.exec(address) ?? []
  if (!hosts)
    throw new Error(
      'REDIS_URL is redis://host:6379/0, unix:///path/to/redis.sock, or with sentinels redis+sentinel://host1:26379,host2:26379/name/0'
    )
  return {
    name,
    sentinels: hosts.split(',').map(sentinel),
    sentinelPassword,
    failoverDetector: true,
    ...credentialsOf(person),
    db: Number(database ?? 0),
    ...(tls && { tls: {}, enableTLSForSentinelMode: true }),
    reconnectOnError,
  }
}

function ofServer(url: URL): RedisOptions {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || DEFAULT_PORT),
    ...credentials(url),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  }
}

function sentinel(text: string): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || SENTINEL_PORT) }
}

/** @param person  `user:password`, encoded as in any URL */
function credentialsOf(person?: string): RedisOptions {
  return credentials(new URL(`redis://${person ? `${person}@` : ''}redis`))
}

function credentials({ username, password }: URL): RedisOptions {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
}

/** A primary that was made a replica says so: the sentinels know its successor, to which the command goes again. */
function reconnectOnError({ message }: Error): false | 2 {
  return message.startsWith('READONLY') && 2
}

import { connect as connectPlainly, type Socket } from 'node:net'
import { once } from 'node:events'
import { connect as connectSecurely } from 'node:tls'
import redis from '@adonisjs/redis/services/main'
import { counted } from '#app/foundation/counted'
import { connectedToRedis, probeRedis } from '#app/foundation/redis/redis_ready'
import { timestamps } from '#app/sealing/configuration'
import { within } from '../within.js'
import { failed, ok, reasonOf, warning, type Finding } from './finding.js'

const ANSWER_WITHIN_MS = 10_000

export async function checkRedis(): Promise<Finding[]> {
  try {
    await within(ANSWER_WITHIN_MS, connectedToRedis(ANSWER_WITHIN_MS))
    const info = await within(ANSWER_WITHIN_MS, redis.info())
    const field = (name: string) => new RegExp(`^${name}:(.*)\\r?$`, 'm').exec(info)?.[1].trim()
    const found = [await writing(`Redis ${field('redis_version')}`)]
    if (field('maxmemory_policy') !== 'noeviction')
      found.push(
        warning(
          'redis',
          `it forgets when memory is short (${field('maxmemory_policy')})`,
          'Set maxmemory-policy to noeviction.'
        )
      )
    if (field('aof_enabled') === '0')
      found.push(
        warning(
          'redis',
          'it writes its log to no disk',
          'Set appendonly to yes: work is safe without it, and comes back sooner with it.'
        )
      )
    return found
  } catch (error) {
    return [
      failed(
        'redis',
        `it does not answer: ${reasonOf(error)}`,
        'Check that Redis runs, and REDIS_URL.'
      ),
    ]
  }
}

async function writing(server: string): Promise<Finding> {
  try {
    await within(ANSWER_WITHIN_MS, probeRedis())
    return ok('redis', `${server} answers, and takes writes`)
  } catch (error) {
    return failed(
      'redis',
      `${server} answers, but refuses writes: ${reasonOf(error)}`,
      'Check that it is the primary, has its replicas, and has room in memory and on disk.'
    )
  }
}

export interface MailServer {
  host: string
  port: number
  secure: boolean
}

/** Up to its greeting: nothing is sent. */
export async function checkMailServer({ host, port, secure }: MailServer): Promise<Finding[]> {
  const socket: Socket = secure
    ? connectSecurely({ host, port, servername: host })
    : connectPlainly({ host, port })
  try {
    const [greeting] = (await within(ANSWER_WITHIN_MS, once(socket, 'data'))) as [Buffer]
    const [line] = greeting.toString('latin1').split('\r\n')
    if (!line.startsWith('220')) throw new Error(`it greets with ${line.slice(0, 80)}`)
    socket.end('QUIT\r\n')
    return [ok('mail', `${host}:${port} greets`)]
  } catch (error) {
    const says = `${host}:${port} does not greet: ${reasonOf(error)}`
    return [
      failed(
        'mail',
        says,
        'Check SMTP_HOST, SMTP_PORT and SMTP_SECURE, and that nothing blocks the port.'
      ),
    ]
  } finally {
    socket.destroy()
  }
}

/** Each is asked for a time stamp, which is thrown away. */
export async function checkTimestamps(): Promise<Finding[]> {
  const { urls } = timestamps.value
  if (urls.length === 0) return [ok('time stamps', 'none are configured (TSA_URL)')]
  const { TimestampAuthorities } = await import('#app/sealing/pades/timestamp_authorities')
  const unusable = await TimestampAuthorities.unusable(urls)
  const wrong = unusable.map(({ url, reason }) =>
    warning(
      'time stamps',
      `${url} gives none: ${reason}`,
      'Check TSA_URL and TSA_CA. Until then seals are stamped later.'
    )
  )
  const usable = urls.length - unusable.length
  return usable > 0
    ? [
        ...wrong,
        ok(
          'time stamps',
          `${usable} of ${counted(urls.length, 'authority', 'authorities')} ${usable === 1 ? 'stamps' : 'stamp'}`
        ),
      ]
    : wrong
}

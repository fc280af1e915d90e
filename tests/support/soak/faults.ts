import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { childProcesses, kill } from '#tests/support/child_processes'
import type { SeededRandom } from './seeded_random.js'
import type { SoakSystem } from './soak_system.js'

const SHORT_MS = 2_000
const LONG_MS = 5_000

type Fault = (system: SoakSystem, place: number) => Promise<void>

/** Each breaks something, and lets it be mended before it returns. */
export const FAULTS: Record<string, Fault> = {
  'kill -9 of a web process': (system, index) => system.end('web', index, 'SIGKILL'),
  'kill -9 of a worker': (system, index) => system.end('worker', index, 'SIGKILL'),
  'kill -9 of both workers': async (system) => {
    await Promise.all([0, 1].map((place) => system.end('worker', place, 'SIGKILL')))
  },
  'kill -9 of a child of a web process': async (system, index) => {
    for (const pid of await childProcesses(system.process('web', index)?.pid)) kill(pid)
  },
  'SIGTERM to a web process': (system, index) => system.end('web', index, 'SIGTERM'),
  'SIGTERM to a worker': (system, index) => system.end('worker', index, 'SIGTERM'),
  'a worker frozen beyond its leases': async (system, index) => {
    const worker = system.process('worker', index)
    worker?.send('SIGSTOP')
    await pause(3 * LONG_MS)
    worker?.send('SIGCONT')
  },
  'half of the connections to PostgreSQL cut': async ({ servers }) => {
    await servers.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and pid % 2 = 0`
    )
  },
  'PostgreSQL crashes': ({ servers }) => servers.crashPostgres(0),
  'PostgreSQL away': ({ servers }) => servers.crashPostgres(LONG_MS),
  'Redis killed': ({ servers }) => servers.killRedis(SHORT_MS),
  'Redis emptied': async ({ servers }) => {
    await servers.redis.ask((redis) => redis.flushall())
  },
  'Redis frozen': async ({ servers }) => {
    servers.redis.send('SIGSTOP')
    await pause(LONG_MS)
    servers.redis.send('SIGCONT')
  },
  'the mail server refuses': async ({ servers }) => {
    servers.smtp.behaves({ atRecipient: () => ({ responseCode: 451, message: 'Later' }) })
    await pause(LONG_MS)
    servers.smtp.behaves({})
  },
  'the mail server away': async ({ servers }) => {
    await servers.smtp.close()
    await pause(LONG_MS)
    await servers.smtp.listen()
  },
  'the receiver says 500': async ({ servers }) => {
    servers.receiver.answers(() => ({ status: 500 }))
    await pause(LONG_MS)
    servers.receiver.answers(() => ({}))
  },
  'the receiver hangs': async ({ servers }) => {
    servers.receiver.answers(() => null)
    await pause(LONG_MS)
    servers.receiver.answers(() => ({}))
    servers.receiver.release({})
  },
  'storage cannot be written or read': async ({ servers: { storage } }) => {
    await rename(storage, `${storage}.away`)
    await writeFile(storage, '')
    await pause(SHORT_MS)
    await rm(storage)
    await rename(`${storage}.away`, storage)
  },
}

/** Each kind once before any comes again, in an order that the seed decides. */
export function* faultsInTurn(random: SeededRandom): Generator<[name: string, fault: Fault]> {
  for (;;) {
    const left = Object.entries(FAULTS)
    while (left.length > 0) yield left.splice(Math.floor(random.next() * left.length), 1)[0]
  }
}

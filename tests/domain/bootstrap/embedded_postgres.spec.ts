import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { test } from '@japa/runner'
import { freePort } from '#app/foundation/processes/free_port'

interface Server {
  home: { folder: string; remove(): void }
  data: string
  user: { uid: number; gid: number } | null
  port: number
  start(): Promise<Server>
  url(names: Names): string
  socketUrl(names: Names): string
}
interface Running {
  stop(): Promise<void>
}
type Names = { prefix: string; database: string }
type Options = { parent: string; port: number; password: string; processes: Running }

const services = async (name: string) =>
  import(new URL(`../../../bin/services/${name}.mjs`, import.meta.url).href)

const { EmbeddedPostgres } = (await services('embedded_postgres')) as {
  EmbeddedPostgres: new (options: Options & { isDurable: boolean }) => Server
}
const { Processes } = (await services('processes')) as {
  Processes: new (options: { logs: string }) => Running
}

const NAMES = { prefix: 'postgres', database: 'postgres' }

test.group('A PostgreSQL of our own', (group) => {
  let folder: string
  let processes: Running
  let server: Server
  let other: ChildProcess | undefined

  group.each.setup(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pg-'))
    chmodSync(folder, 0o755)
    processes = newProcesses()
    server = serverIn(folder, await freePort())
    return async () => {
      await processes.stop()
      other?.kill('SIGKILL')
      server.home.remove()
      rmSync(folder, { recursive: true })
    }
  })

  const newProcesses = () => new Processes({ logs: join(folder, 'logs') })

  const serverIn = (parent: string, port: number) =>
    new EmbeddedPostgres({ parent, port, password: 'secret', processes, isDurable: false })

  test('answers at its socket and at its port', async ({ assert }) => {
    await server.start()
    assert.deepEqual(await askedAt(server.socketUrl(NAMES)), { port: null })
    assert.deepEqual(await askedAt(server.url(NAMES)), { port: server.port })
  })

  test('begins again where another process has got its id after a kill', async ({ assert }) => {
    await server.start()
    await processes.stop()
    other = spawn('sleep', ['600'], { ...server.user, cwd: '/' })
    await once(other, 'spawn')
    const socket = join(server.home.folder, `.s.PGSQL.${server.port}`)
    for (const file of [join(server.data, 'postmaster.pid'), `${socket}.lock`]) {
      writeFileSync(file, `${other.pid}\n`, { mode: 0o600 })
      if (server.user) chownSync(file, server.user.uid, server.user.gid)
    }
    processes = newProcesses()
    await serverIn(folder, server.port).start()
    assert.deepEqual(await askedAt(server.socketUrl(NAMES)), { port: null })
  })

  test('is asked at its port where the path would be too long for a socket', ({ assert }) => {
    const deep = serverIn(join(folder, 'deep'.repeat(25)), 5432)
    assert.equal(deep.socketUrl(NAMES), deep.url(NAMES))
  })
})

async function askedAt(url: string): Promise<{ port: number | null }> {
  const address = new URL(url)
  address.password = 'secret'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    return (await client.query('select inet_server_port() as port')).rows[0]
  } finally {
    await client.end()
  }
}

import { test } from '@japa/runner'
import { ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { SoakSystem } from '#tests/support/soak/soak_system'
import { until } from '#tests/support/until'

const MINUTE_MS = 60_000

test.group('A database that takes no writes', (group) => {
  let system: SoakSystem
  let file: string
  /** Of a key that may only read: links that it is shown would be written down. */
  let reader: string

  group.setup(async () => {
    system = await SoakSystem.open()
    file = Buffer.from(await makePdf()).toString('base64')
    const flags = ['--environment=live', '--scopes=documents:read', '--json']
    const { output } = await system.ace('key:create', 'soaked', ...flags)
    reader = JSON.parse(output.slice(output.indexOf('{'))).key
    return () => system.close()
  })

  /** For every connection, from its next transaction on. */
  async function takesWrites(isWritable: boolean): Promise<void> {
    const value = isWritable ? 'off' : 'on'
    await system.servers.query(`alter system set default_transaction_read_only = ${value}`)
    await system.servers.query('select pg_reload_conf()')
    await until(async () => {
      const [row] = await system.servers.query<{ is: string }>(
        `select current_setting('default_transaction_read_only') as is`
      )
      return row.is === value
    })
  }

  const call = (path: string, key: string, more: object = {}) => {
    const headers = { host: system.host, authorization: `Bearer ${key}`, ...more }
    return ask({ origin: system.origins[0], path, headers })
  }
  const send = (title: string) => {
    const json = { title, file, signers: [{ name: 'Ana', email: `${title}@example.test` }] }
    const headers = {
      'host': system.host,
      'authorization': `Bearer ${system.key}`,
      'idempotency-key': title,
    }
    return ask({
      origin: system.origins[0],
      path: '/api/v1/documents',
      method: 'POST',
      headers,
      json,
    })
  }
  /** One that was sent and could not be noted is sent again under its id. */
  const mailsTo = (title: string) => {
    const mails = system.servers.smtp.to(`${title}@example.test`)
    return new Set(mails.map(({ parsed }) => parsed.messageId)).size
  }

  test('is read from, what would write gets 503, and workers go on once it takes writes', async ({
    assert,
    cleanup,
  }) => {
    const { id } = (await send('before')).body
    const paths = [`/api/v1/documents/${String(id)}`, '/api/v1/documents', '/login', '/status']
    const pids = system.pids
    await takesWrites(false)
    cleanup(() => takesWrites(true))
    for (let times = 0; times < 3; times++) {
      const refused = await send('meanwhile')
      assert.equal(refused.status, 503, refused.text)
      assert.isAbove(Number(refused.headers['retry-after']), 0)
      for (const path of paths) {
        const read = await call(path, reader)
        assert.equal(read.status, 200, `${path} ${read.text.slice(0, 300)}`)
      }
    }
    assert.equal((await fetch(`${system.origins[0]}/internal/ready`)).status, 200)

    await takesWrites(true)
    await until(async () => (await send('meanwhile')).status === 201)
    await until(() => mailsTo('before') > 0 && mailsTo('meanwhile') > 0)
    await system.isIdle(MINUTE_MS)
    assert.deepEqual([mailsTo('before'), mailsTo('meanwhile')], [1, 1])
    assert.deepEqual(system.pids, pids)
    assert.deepEqual(system.crashes, [])
  })
})

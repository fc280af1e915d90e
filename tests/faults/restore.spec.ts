import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { request } from 'undici'
import { makePdf } from '#tests/factories/pdf_factory'
import { Backup } from '#tests/support/soak/backup'
import { Checker } from '#tests/support/soak/checker'
import { Customers } from '#tests/support/soak/customers'
import { Ledger } from '#tests/support/soak/ledger'
import { SeededRandom } from '#tests/support/soak/seeded_random'
import { SoakSystem } from '#tests/support/soak/soak_system'
import { until } from '#tests/support/until'

const MINUTE_MS = 60_000
const CUSTOMERS = 3
const SIGNATURES = 6

test.group('An installation that was destroyed', () => {
  test('comes back from its backup with all that was acknowledged, and does nothing twice', async ({
    assert,
    cleanup,
  }) => {
    const system = await SoakSystem.open()
    cleanup(() => system.close())
    const { servers } = system
    const backup = await Backup.begin(system)
    cleanup(() => backup.remove())
    await system.isReady()
    await system.listen()
    const ledger = new Ledger()
    const customers = new Customers(system, ledger, new SeededRandom(11))
    const coming = customers.come(CUSTOMERS)
    const signed = async (count: number) =>
      until(() => ledger.acknowledged.signatures >= count, 3 * MINUTE_MS)

    await signed(SIGNATURES)
    const created = await backup.create()
    assert.equal(created.code, 0, created.output)
    const verified = await backup.verify()
    assert.equal(verified.code, 0, verified.output)
    assert.match(verified.output, /is whole and was restored: 1 tenants/)
    await signed(2 * SIGNATURES)
    customers.leave()
    await coming
    const start = await system.halt() // whatever is under way
    await backup.takeRest()
    await servers.replace((folder, data) => backup.restore(folder, data, 'end of WAL'))
    const restored = await system.ace('backup:restored')
    assert.equal(restored.code, 0, restored.output)
    assert.include(restored.output, 'Erased again: 0 tenants, 0 documents')
    start()
    await system.isReady()
    await system.isIdle(3 * MINUTE_MS)

    const verdict = await new Checker(system, ledger).judge()
    assert.deepEqual(verdict, { lost: [], twice: [], wrong: [] })
    assert.isAtLeast(ledger.acknowledged.signatures, 2 * SIGNATURES)
    for (const args of [['audit:verify', '--platform'], ['doctor']]) {
      const { code, output } = await system.ace(...args)
      assert.equal(code, 0, output)
    }
  }).timeout(12 * MINUTE_MS)

  test('and restored to an earlier moment brings back nobody who was erased, and mails nobody twice', async ({
    assert,
    cleanup,
  }) => {
    const system = await SoakSystem.open()
    cleanup(() => system.close())
    const { servers } = system
    const backup = await Backup.begin(system)
    cleanup(() => backup.remove())
    await system.isReady()
    const done = async (...args: string[]) => {
      const { code, output } = await system.ace(...args)
      if (code !== 0) throw new Error(output)
      return output
    }
    const key = JSON.parse(
      (await done('key:create', 'soaked', '--environment=live', '--json', ...allScopes())).match(
        /\{.*\}/s
      )![0]
    ).key
    const call = caller(system, key)
    const mailsTo = (address: string) =>
      servers.smtp.received.filter(({ envelope }) => envelope.to.includes(address))
    const archiver = async () => {
      const [counts] = await servers.query<{ archived: number; failed: number }>(
        'select archived_count::int as archived, failed_count::int as failed from pg_stat_archiver'
      )
      return counts
    }
    const scope = `t_${system.tenantId.slice(4)}_live`
    const holdUp = 'insert into cell.set_aside (scope) values ($1)'
    const goOn = 'delete from cell.set_aside where scope = $1'

    const open = { owner: '--owner=o@leaving.test', plan: '--plan=business' }
    await done('tenant:create', 'Leaving', '--slug=leaving', open.owner, open.plan)
    const [{ id: leaving }] = await servers.query<{ id: string }>(
      `select id from platform.tenants where slug = 'leaving'`
    )
    const ended = await send(call, 'ended@person.test')
    await call(`/documents/${ended}/void`, { reason: 'Not wanted' })
    const signing = await send(call, 'signing@person.test')
    await system.isIdle(MINUTE_MS)
    await servers.query(holdUp, [scope])
    await send(call, 'waiting@person.test')
    const created = await backup.create()
    assert.equal(created.code, 0, created.output)

    // after the backup: what waited is sent, and a tenant and two people are erased
    await servers.query(goOn, [scope])
    await until(() => mailsTo('waiting@person.test').length === 1)
    await call(`/documents/${signing}/void`, { reason: 'Not wanted' })
    for (const id of [ended, signing]) await call(`/documents/${id}/erase`, {})
    await done('tenant:erase', 'leaving', '--yes')
    await system.isIdle(MINUTE_MS)
    const start = await system.halt()
    await backup.takeFolders(['checkpoints'])
    await servers.replace((folder, data) => backup.restore(folder, data, 'backup'))
    assert.isTrue(existsSync(join(servers.folder, 'keys', leaving)), 'its key came back')

    const copies = join(servers.folder, 'checkpoints', 'main')
    const ahead = join(copies, '00009999.json')
    await mkdir(copies, { recursive: true })
    await writeFile(ahead, '{}')
    const refused = await system.ace('backup:restored')
    assert.equal(refused.code, 1, refused.output)
    assert.match(refused.output, /The database of main ends at checkpoint \d+, and 9999 is known/)

    const said = await done('backup:restored', '--earlier')
    assert.match(said, /The copies of checkpoints \d+ to 9999 of main are set aside in overtaken-/)
    assert.isFalse(existsSync(ahead))
    assert.match(said, /[1-9]\d* pieces? of work (is|are) held back/)
    assert.include(said, 'Erased again: 1 tenant, 2 documents')
    assert.include(
      await done('backup:restored', '--earlier'),
      'Erased again: 0 tenants, 0 documents'
    )
    await servers.query(goOn, [scope])
    start()
    await system.isReady()
    await system.isIdle(MINUTE_MS)

    await servers.query('select pg_switch_wal()')
    await until(async () => (await archiver()).archived > 0)
    assert.equal((await archiver()).failed, 0, 'its WAL has names of its own')

    const gone = await servers.query('select from platform.tenants where id = $1', [leaving])
    assert.lengthOf(gone, 0)
    assert.isFalse(existsSync(join(servers.folder, 'keys', leaving)))
    const people = await servers.query(
      `select name, email from ${scope}.signers where document_id = any ($1)`,
      [[ended, signing]]
    )
    assert.deepEqual(people, Array(2).fill({ name: '', email: '' }))
    const stored = await readdir(join(servers.storage, 't', system.tenantId, 'live'))
    assert.notIncludeMembers(stored, [ended, signing])
    assert.lengthOf(mailsTo('waiting@person.test'), 1)

    await done('backup:restored', '--release')
    await until(() => mailsTo('waiting@person.test').length === 2)
    const ids = new Set(mailsTo('waiting@person.test').map(({ parsed }) => parsed.messageId))
    assert.lengthOf([...ids], 1, 'its reader’s mailbox knows it')
    for (const address of ['ended@person.test', 'signing@person.test'])
      assert.isAtMost(mailsTo(address).length, 2)
    for (const args of ['soaked', '--platform']) {
      const { code, output } = await system.ace('audit:verify', args)
      assert.equal(code, 0, output)
    }
  }).timeout(8 * MINUTE_MS)
})

function allScopes(): string[] {
  return ['documents:read', 'documents:write', 'documents:erase'].map((name) => `--scopes=${name}`)
}

type Call = (path: string, body: object) => Promise<{ id: string }>

function caller(system: SoakSystem, key: string): Call {
  return async (path, body) => {
    const answer = await request(`${system.origins[0]}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'host': system.host,
        'authorization': `Bearer ${key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`)
    return JSON.parse(text) as { id: string }
  }
}

async function send(call: Call, email: string): Promise<string> {
  const fields = [{ type: 'signature', page: 1, x: 60, y: 600, width: 180, height: 50 }]
  const { id } = await call('/documents', {
    title: email,
    file: Buffer.from(await makePdf()).toString('base64'),
    signers: [{ name: email, email, fields }],
  })
  return id
}

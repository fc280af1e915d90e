import { request } from 'undici'
import { test } from '@japa/runner'
import { makePdf } from '#tests/factories/pdf_factory'
import { Checker } from '#tests/support/soak/checker'
import { Customers } from '#tests/support/soak/customers'
import { Ledger } from '#tests/support/soak/ledger'
import { SeededRandom } from '#tests/support/soak/seeded_random'
import { SoakSystem } from '#tests/support/soak/soak_system'
import { until } from '#tests/support/until'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CUSTOMERS = 3
const SIGNATURES = 4
const DAY_MS = 24 * HOUR_MS
/** Far less than the step: where nothing else runs, some seconds, and the lease of a worker that died. */
const GOES_ON_WITHIN_MS = 2 * MINUTE_MS

const LEFT = `select d.title, d.status from {live}.documents d
  where status not in ('completed', 'voided') and title like 'Soak-%'
    and not exists (select from {live}.signers where document_id = d.id and status <> 'signed')`
const WAITING = `select kind, tries, fence, due_at - now() as due, lease_until - now() as lease from cell.outbox
  where kind in ('seal', 'webhooks.deliver')`
const UNBOUND = `select position, logged_at from cell.chain_log
  where not exists (select from cell.checkpoints where position between first_position and last_position)`
const UNDELIVERED = `select id, status from {live}.webhook_deliveries where status <> 'delivered'`

test.group("PostgreSQL's own clock, set while all work", (group) => {
  let system: SoakSystem
  const ledger = new Ledger()
  group.setup(async () => {
    system = await SoakSystem.open({ withClock: true })
    await system.listen()
    return () => system.close()
  })

  const rows = <T extends object>(text: string, values: unknown[] = []) =>
    system.servers.query<T & Record<string, unknown>>(
      text.replaceAll('{live}', `t_${system.tenantId.slice(4)}_live`),
      values
    )

  /** Who uses the service from here on. */
  function begin(seed: number) {
    const customers = new Customers(system, ledger, new SeededRandom(seed))
    const coming = customers.come(CUSTOMERS)
    const signed = async (count: number) => {
      const before = ledger.acknowledged.signatures
      await until(() => ledger.acknowledged.signatures >= before + count, 2 * MINUTE_MS)
    }
    const leave = async () => {
      customers.leave()
      await coming
    }
    return { signed, leave }
  }

  /** A second signature is under every document that has one, sealed and told of. */
  async function goesOn(): Promise<void> {
    let left: object[] = []
    const isDone = async () => {
      left = [...(await rows(LEFT)), ...(await rows(UNDELIVERED))]
      if (left.length > 0) left.push(...(await rows(WAITING)))
      return left.length === 0
    }
    await until(isDone, GOES_ON_WITHIN_MS).catch((cause: unknown) => {
      throw new Error(`Work is left: ${JSON.stringify(left)}`, { cause })
    })
  }

  /** A checkpoint is taken, and binds whatever was logged by any time. */
  async function areBound(): Promise<void> {
    await rows(`update cell.ticks set due_at = now() where name = 'audit checkpoint'`)
    await until(async () => (await rows(UNBOUND)).length === 0, MINUTE_MS)
  }

  /** @returns the id of a document that two people are asked to sign in time */
  async function send(title: string, expiresIn: string): Promise<string> {
    const people = ['ana', 'ben'].map((name) => ({
      name: `${name} ${title}`,
      email: `${name}-${title.toLowerCase()}@example.test`,
    }))
    const file = Buffer.from(await makePdf()).toString('base64')
    const answer = await request(`${system.origins[0]}/api/v1/documents`, {
      method: 'POST',
      headers: {
        'host': system.host,
        'authorization': `Bearer ${system.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title, file, signers: people, expiresIn }),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 201) throw new Error(text)
    return JSON.parse(text).id
  }

  const statusOf = async (id: string) =>
    (await rows<{ status: string }>('select status from {live}.documents where id = $1', [id]))[0]
      .status

  test('an hour back, beside a worker that dies: nothing is lost, nothing happens twice, and work goes on at once', async ({
    assert,
  }) => {
    const { signed, leave } = begin(11)
    await signed(SIGNATURES)
    system.servers.receiver.answers(() => ({ status: 500 }))
    await signed(SIGNATURES)
    await Promise.all([system.end('worker', 0, 'SIGKILL'), system.servers.setClock(-HOUR_MS)])
    system.servers.receiver.answers(() => ({}))
    await signed(SIGNATURES)
    await leave()
    await goesOn()
    await system.isIdle(MINUTE_MS)
    await areBound()

    const verdict = await new Checker(system, ledger).judge()
    assert.deepEqual(verdict, { lost: [], twice: [], wrong: [] })
    const { code, output } = await system.ace('audit:verify', '--platform')
    assert.equal(code, 0, output)
  }).timeout(6 * MINUTE_MS)

  test('a day ahead, then right again: what ends within that day has ended, all else goes on, and nothing happens twice', async ({
    assert,
  }) => {
    const [ends, goesOnAfter] = [await send('Ends', '1d'), await send('Goes-on', '3d')]
    const { signed, leave } = begin(12)
    await signed(SIGNATURES)
    await system.servers.setClock(DAY_MS)
    await signed(SIGNATURES)
    await until(async () => (await statusOf(ends)) === 'expired', GOES_ON_WITHIN_MS)
    await system.servers.setClock(-HOUR_MS)
    await signed(SIGNATURES)
    await leave()
    await goesOn()
    await system.isIdle(MINUTE_MS)

    assert.equal(await statusOf(ends), 'expired')
    assert.equal(await statusOf(goesOnAfter), 'pending')
    const [work] = await rows<{ dueAt: Date; expiresAt: Date }>(
      `select w.due_at as "dueAt", d.expires_at as "expiresAt" from cell.outbox w
         join {live}.documents d on d.id = w.ref where w.kind = 'expire' and w.ref = $1`,
      [goesOnAfter]
    )
    assert.approximately(Number(work.dueAt), Number(work.expiresAt), 1_000)
    const verdict = await new Checker(system, ledger).judge()
    assert.deepEqual(verdict, { lost: [], twice: [], wrong: [] })
  }).timeout(6 * MINUTE_MS)
})

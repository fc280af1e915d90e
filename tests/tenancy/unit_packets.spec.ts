import { test } from '@japa/runner'
import pg from 'pg'
import Brand from '#app/brand/brand'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'

const READ = { text: 'select name from brand' }
const rename = (name: string) => ({ text: 'update brand set name = $1', values: [name] })
const REFUSED = { text: 'select 1 / (select 0 from brand)' }

/** Of every connection meanwhile, in order: what leaves, and each answer that comes. */
async function exchanged(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const { query, sync, emit } = pg.Connection.prototype
  Object.assign(pg.Connection.prototype, {
    query(this: pg.Connection, text: string) {
      seen.push(text.split(/\W/)[0])
      return query.call(this, text)
    },
    sync(this: pg.Connection) {
      seen.push('statements')
      return sync.call(this)
    },
    emit(this: pg.Connection, event: string, ...rest: unknown[]) {
      if (event === 'readyForQuery') seen.push('answer')
      return emit.call(this, event, ...rest)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(pg.Connection.prototype, { query, sync, emit })
  }
  return seen
}

test.group('The packets of a unit', (group) => {
  let tenant: Tenant

  group.setup(async () => {
    tenant = await makeTenant({ withSandbox: true })
    await name() // opens a connection
  })

  const inTenant = <T>(work: () => T, ref = tenant.ref, environment: 'live' | 'test' = 'live') =>
    CurrentTenant.run({ tenant: ref, environment }, work)
  const name = () => inTenant(async () => (await Brand.current()).name)
  const readAndRename = (to: string) =>
    unit(async () => {
      CurrentTenant.withCommit('renamed', () => [rename(to)])
      await CurrentTenant.batch([READ])
    })

  test('are two: its preamble leaves with what it reads, and COMMIT with what it writes last', async ({
    assert,
  }) => {
    const seen = await exchanged(() => inTenant(() => readAndRename('In two packets')))
    const first = ['BEGIN', 'statements', 'answer', 'answer']
    assert.deepEqual(seen, [...first, 'statements', 'COMMIT', 'answer', 'answer'])
    assert.equal(await name(), 'In two packets')
  })

  test('are three in a sandbox, whose clock the preamble reads first', async ({ assert }) => {
    const seen = await exchanged(() =>
      inTenant(() => unit(() => CurrentTenant.batch([READ])), tenant.ref, 'test')
    )
    assert.deepEqual(seen, ['BEGIN', 'answer', 'statements', 'answer', 'COMMIT', 'answer'])
  })

  test('are one where it asks for nothing', async ({ assert }) => {
    const seen = await exchanged(() => inTenant(() => unit(async () => {})))
    assert.deepEqual(seen, ['BEGIN', 'COMMIT', 'answer', 'answer'])
  })

  test('tell why the preamble was refused, and leave nothing to who has the connection next', async ({
    assert,
  }) => {
    const nobody = { ...tenant.ref, id: newId('ten') }
    const attempts: (() => Promise<unknown>)[] = [
      () => CurrentTenant.batch([READ]),
      () => Brand.query().first(),
      async () => {},
      async () => CurrentTenant.withCommit('late', () => [READ]),
    ]
    for (const attempt of attempts) {
      const refused = await outcomeOf(() => inTenant(() => unit(attempt), nobody))
      assert.deepEqual(refused, { code: '22023' }) // role "t_…_live" does not exist
      const seen = await outcomeOf(() =>
        inTenant(() => CurrentTenant.batch([{ text: 'select 1' }]))
      )
      assert.property(seen, 'answer')
    }
  })

  test('store nothing where the last is refused, and tell why', async ({ assert }) => {
    const before = await name()
    let effects = 0
    const attempt = () =>
      unit(async () => {
        CurrentTenant.afterCommit('counted', () => (effects += 1))
        CurrentTenant.withCommit('refused', () => [rename('Unstored'), REFUSED])
        await CurrentTenant.batch([rename('Unstored, too')])
      })
    assert.deepEqual(await outcomeOf(() => inTenant(attempt)), { code: '22012' })
    assert.equal(await name(), before)
    assert.equal(effects, 0)
    await inTenant(() => readAndRename('Stored'))
    assert.equal(await name(), 'Stored')
  })

  test('store all or nothing where two that wait for each other have sent their last', async ({
    assert,
  }) => {
    const both = Promise.withResolvers<void>()
    let begun = 0
    const attempt = (first: string, last: Statement) =>
      unit(async () => {
        CurrentTenant.withCommit('last', () => [last])
        await CurrentTenant.batch([{ text: first }])
        begun += 1
        if (begun === 2) both.resolve()
        await both.promise
      })
    const count = { text: 'update event_counter set position = position + 1' }
    const position = async () => {
      const text = 'select position from event_counter'
      const [[row]] = await inTenant(() => CurrentTenant.batch([{ text }]))
      return Number(row.position)
    }
    const before = { name: await name(), position: await position() }
    const outcomes = await Promise.all([
      outcomeOf(() => inTenant(() => attempt('select from brand for update', count))),
      outcomeOf(() =>
        inTenant(() => attempt('select from event_counter for update', rename('Waited')))
      ),
    ])
    const [isCounted, isRenamed] = outcomes.map(({ code }) => code === undefined)
    assert.notEqual(isCounted, isRenamed)
    assert.deepInclude(outcomes, { code: '40P01' })
    assert.equal(await position(), before.position + (isCounted ? 1 : 0))
    assert.equal(await name(), isRenamed ? 'Waited' : before.name)
    await inTenant(() => readAndRename('Afterwards'))
    assert.equal(await name(), 'Afterwards')
  })

  test('store nothing where the last cannot be sent', async ({ assert }) => {
    const before = await name()
    const unbound = {
      toPostgres() {
        throw new RangeError('cannot be bound')
      },
    }
    for (const [ending, code] of [
      [{ text: 'reset role' }, 'E_STATEMENT_REFUSED'],
      [{ text: 'select $1', values: [unbound] }, 'RangeError: cannot be bound'],
    ] as const) {
      const attempt = () =>
        unit(async () => {
          CurrentTenant.withCommit('not sent', () => [ending])
          await CurrentTenant.batch([rename('Unstored')])
        })
      assert.deepEqual(await outcomeOf(() => inTenant(attempt)), { code })
      assert.equal(await name(), before)
    }
  })
})

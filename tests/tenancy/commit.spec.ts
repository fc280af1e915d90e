import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import TenantCreate from '#app/cli/tenant_create'
import { newId } from '#app/foundation/identifier'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { lockedTransaction } from '#app/tenancy/transactions/locked_transaction'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { isRead } from '#app/tenancy/connections/read_statement'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { transaction } from '#app/tenancy/transactions/transaction'
import Brand from '#app/brand/brand'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { newSlug } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { outcomeOf } from '#tests/support/outcome'
import { refusingCommits } from '#tests/support/refused_commit'
import { asSuperuser, superuserOf } from '#tests/support/superuser'

/** What may end a transaction: the tenancy boundary, and what ends one without storing anything. */
const THE_BOUNDARY = [
  'app/tenancy/transactions/commit.ts',
  'app/tenancy/connections/control_statement.ts',
  'app/tenancy/current_tenant.ts',
  'app/tenancy/transactions/platform_transaction.ts',
  'app/tenancy/isolation_checks/isolation_guard.ts',
]

/** Lucid’s and knex’ own transactions, and COMMIT as a text. */
const OWN_TRANSACTION = /\.(?:transaction|transactionProvider|savepoint)\(|(?<!router)\.commit\(/
const OWN_COMMIT = /['"`;]\s*(?:commit|prepare transaction)\b[\s;]*['"`]/i
/** Methods of Lucid’s that open a transaction of their own. */
const HIDDEN = /\.(?:createMany|updateOrCreate\w*|fetchOrCreate\w*|firstOrCreate|saveMany)\(/

const FUNCTIONS_THAT_CHANGE = `
  select distinct nspname as schema, proname as called
    from pg_proc join pg_namespace n on n.oid = pronamespace
   where nspname = any ($1) and provolatile = 'v' and prorettype <> 'trigger'::regtype`

const newOwner = () => {
  const id = newId('usr')
  return { id, email: `${id}@late.test`, name: 'Olga Owner', passwordHash: null }
}

const endsByItself = (text: string) =>
  [OWN_TRANSACTION, OWN_COMMIT, HIDDEN].some((sign) => sign.test(text))

test.group('A COMMIT', (group) => {
  let tenant: Tenant
  let brands: string

  group.setup(async () => {
    tenant = await makeTenant()
    brands = `${schemaNames(tenant.id).account}.brand`
  })

  const inTenant = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const rename = (name: string) => ({ text: 'update brand set name = $1', values: [name] })
  const name = () => inTenant(async () => (await Brand.current()).name)

  test('that is refused fails the unit, and nothing that waits for it happens', async ({
    assert,
  }) => {
    let effects = 0
    const attempt = () =>
      inTenant(() =>
        unit(async () => {
          CurrentTenant.afterCommit('counted', () => (effects += 1))
          await CurrentTenant.batch([rename('Unstored')])
          return 'done'
        })
      )
    const before = await name()
    const outcome = await refusingCommits(brands, () => outcomeOf(attempt))
    assert.deepEqual(outcome, { code: '53100' })
    assert.equal(effects, 0)
    assert.equal(await name(), before)
    assert.deepEqual(await outcomeOf(attempt), { answer: '"done"' })
    assert.equal(effects, 1)
    assert.equal(await name(), 'Unstored')
  })

  test('that is refused leaves the models of its unit as those of a rolled back one', async ({
    assert,
  }) => {
    const brand = await inTenant(() => Brand.current())
    let stored = 0
    await refusingCommits(brands, () =>
      outcomeOf(() =>
        inTenant(() =>
          unit(async () => {
            const own = await Brand.current()
            own.$trx!.on('commit', () => (stored += 1))
            await own.merge({ supportEmail: 'unstored@acme.test' }).save()
          })
        )
      )
    )
    assert.equal(stored, 0)
    assert.equal((await inTenant(() => Brand.current())).supportEmail, brand.supportEmail)
  })

  test('that is refused fails a batch and a statement outside of units', async ({ assert }) => {
    const before = await name()
    await refusingCommits(brands, async () => {
      const batch = () => inTenant(() => CurrentTenant.batch([rename('Unstored too')]))
      assert.deepEqual(await outcomeOf(batch), { code: '53100' })
      const statement = () => inTenant(() => Brand.query().update({ name: 'Unstored as well' }))
      assert.deepEqual(await outcomeOf(statement), { code: '53100' })
    })
    assert.equal(await name(), before)
  })

  test('that is refused fails a transaction of the platform', async ({ assert }) => {
    const change = () =>
      platformTransaction(async (client) => {
        await Tenant.query({ client }).where({ id: tenant.id }).update({ name: 'Unstored' })
        return 'done'
      })
    const outcome = await refusingCommits('platform.tenants', () => outcomeOf(change))
    assert.deepEqual(outcome, { code: '53100' })
    assert.notEqual((await tenant.refresh()).name, 'Unstored')
    assert.deepEqual(await outcomeOf(change), { answer: '"done"' })
  })

  test('that is refused fails a migration, and says why', async ({ assert }) => {
    const { account } = schemaNames(tenant.id)
    const attempt = () =>
      Cell.named('main').as('migrator', (client) =>
        lockedTransaction(client, 'a test', () =>
          client.query(`update cell.ledger set version = version where schema_name = '${account}'`)
        )
      )
    const outcome = await refusingCommits('cell.ledger', () => outcomeOf(attempt))
    assert.deepEqual(outcome, { code: '53100' })
    assert.isUndefined((await outcomeOf(attempt)).code)
  })

  test('that is refused leaves a tenant unfinished, which the next one finishes', async ({
    assert,
  }) => {
    const wanted = { name: 'Late', slug: newSlug(), plan: 'business', owner: newOwner() }
    const outcome = await refusingCommits('cell.ledger', () =>
      outcomeOf(() => Provisioning.create(wanted))
    )
    assert.deepEqual(outcome, { code: '53100' })
    const begun = await Tenant.findByOrFail({ slug: wanted.slug })
    assert.equal(begun.status, 'provisioning')
    assert.equal((await Provisioning.finish(begun)).status, 'ready')
  })

  test('that is refused ends a command with an error', async ({ assert }) => {
    ace.ui.switchMode('raw')
    const slug = newSlug()
    const args = ['Late', `--slug=${slug}`, `--owner=${newOwner().email}`, '--plan=business']
    const command = await ace.create(TenantCreate, args)
    const run = () => refusingCommits('platform.tenants', () => command.exec())
    const { code } = await outcomeOf(run)
    ace.ui.switchMode('normal')
    assert.isTrue(code === '53100' || command.exitCode === 1)
    assert.isNull(await Tenant.findBy({ slug, status: 'ready' }))
  })

  test('that is refused leaves work to be done again, and once', async ({ assert }) => {
    const { live } = schemaNames(tenant.id)
    await inTenant(() => makeDocument({ signers: [ANA] }))
    const invite = () => doWork(tenant, 'mail.invite')
    const mails = () => inTenant(() => CurrentTenant.batch([{ text: 'select id from mails' }]))
    assert.deepEqual(await refusingCommits(`${live}.mails`, () => outcomeOf(invite)), {
      code: '53100',
    })
    assert.deepEqual(await mails(), [[]])
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('update cell.outbox set lease_until = null')
    )
    assert.equal(await invite(), 1)
    assert.lengthOf((await mails())[0], 1)
  })

  test('that PostgreSQL answers with ROLLBACK fails, though it is no error', async ({ assert }) => {
    const swallowing = (fail: () => Promise<unknown>) => async () => {
      await fail().catch(() => {})
      return 'done'
    }
    const wrong = { text: 'select 1 / 0' }
    const inUnit = () => inTenant(() => unit(swallowing(() => CurrentTenant.batch([wrong]))))
    assert.deepEqual(await outcomeOf(inUnit), { code: 'E_ROLLED_BACK' })

    const onPlatform = () =>
      platformTransaction((client) => swallowing(async () => client.rawQuery(wrong.text))())
    assert.deepEqual(await outcomeOf(onPlatform), { code: 'E_ROLLED_BACK' })

    const plain = () =>
      Cell.named('main').as('relay', (client) =>
        transaction(
          client,
          swallowing(() => client.query(wrong.text))
        )
      )
    assert.deepEqual(await outcomeOf(plain), { code: 'E_ROLLED_BACK' })
  })

  test('over a connection that had ended before is an outage: nothing is stored', async ({
    assert,
  }) => {
    const before = await name()
    const { database } = Cell.named('main')
    const superuser = await superuserOf(database)
    const outcome = await outcomeOf(() =>
      inTenant(() =>
        unit(async () => {
          const [, [{ pid }]] = await CurrentTenant.batch([
            rename('Cut off'),
            { text: 'select pg_backend_pid() as pid' },
          ])
          const connection = await (
            CurrentTenant.client() as unknown as {
              knexClient: { client: { acquireConnection(): Promise<NodeJS.EventEmitter> } }
            }
          ).knexClient.client.acquireConnection()
          const ended = new Promise((resolve) => connection.once('end', resolve))
          await superuser.query('select pg_terminate_backend($1)', [pid])
          await ended
        })
      )
    )
    await superuser.end()
    assert.notEqual(outcome.code, 'outcome_unknown')
    assert.isDefined(outcome.code)
    assert.equal(await name(), before)
  })

  test('may be unknown for every select of a function that changes something', async ({
    assert,
  }) => {
    const sandboxed = await makeTenant({ withSandbox: true })
    const { live, test: sandbox, account } = schemaNames(sandboxed.id)
    const { database } = Cell.named('main')
    const { rows } = await asSuperuser(database, (superuser) =>
      superuser.query<{ schema: string; called: string }>(FUNCTIONS_THAT_CHANGE, [
        ['cell', live, sandbox, account],
      ])
    )
    const calls = rows.map(({ schema, called }) =>
      schema === 'cell' ? `select cell.${called}($1, $2)` : `select ${called}($1) as answer`
    )
    assert.includeMembers(calls, [
      'select cell.finish($1, $2)',
      'select erase_named_values($1) as answer',
      'select erase_personal_values($1) as answer',
      'select reset_sandbox($1) as answer',
    ])
    assert.deepEqual(calls.filter(isRead), [])
    assert.isTrue(isRead('select id, cell from documents where name = $1'))
    assert.isFalse(isRead('with gone as (delete from notes returning id) select id from gone'))
  })

  test('is sent once: what asks on the same transaction later is refused', async ({ assert }) => {
    let late: () => Promise<unknown> = async () => {}
    await platformTransaction(async (client) => {
      late = () => client.from('tenants').where({ id: newId('ten') }) as unknown as Promise<unknown>
      await late()
    })
    await assert.rejects(late, /Transaction query already complete/)
    assert.isDefined(await db.connection('platform').from('tenants').first())
  })
})

test.group('The sources', () => {
  test('leave every COMMIT to the tenancy boundary, which reads its answer', ({ assert }) => {
    const wrong = ['app', 'start', 'config', 'bin']
      .flatMap((folder) =>
        readdirSync(app.makePath(folder), { recursive: true, withFileTypes: true })
      )
      .filter((entry) => entry.isFile() && /\.[mc]?[jt]s$/.test(entry.name))
      .map((entry) => relative(app.makePath(), join(entry.parentPath, entry.name)))
      .filter((path) => !THE_BOUNDARY.includes(path))
      .filter((path) => endsByItself(readFileSync(app.makePath(path), 'utf8')))
    assert.deepEqual(wrong, [])
  })
})

import { test } from '@japa/runner'
import type pg from 'pg'
import { AuditVerification } from '#app/audit/audit_verification'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import type { Environment } from '#app/foundation/environment'
import { StoredFiles } from '#app/portability/stored_files'
import { SandboxReset } from '#app/sandbox/sandbox_reset'
import SandboxBusy from '#app/sandbox/errors/sandbox_busy'
import { TestClock } from '#app/sandbox/test_clock'
import { LinkFetches } from '#app/signing/links/link_fetches'
import { Signing } from '#app/signing/signing'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import LeaseLost from '#app/tenancy/errors/lease_lost'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import { TenantMigration } from '#app/tenants/provisioning/tenant_migration'
import type Tenant from '#app/tenants/tenant'
import { WorkTable } from '#app/queue/work_table'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { ANA, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { outboxRows } from '#tests/support/outbox_view'
import { closeReachableCell, openReachableCell } from '#tests/support/reachable_cell'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser, superuserOf } from '#tests/support/superuser'
import { until } from '#tests/support/until'

/** What a reset leaves. */
const KEPT = [
  ...['api_requests', 'event_counter', 'seal_keys', 'webhook_endpoints'],
  ...['templates', 'template_files', 'template_versions'],
]
const DAY_S = 24 * 3_600
const MANY = 1_000

const SUPPRESSION = `insert into suppressions (address, code, created_at) values ('gone@example.test', '5.1.1', now()) on conflict do nothing`
const TYPED = { values: {}, signature: { kind: 'typed', text: 'Ana Silva' } } as const
const ANSWER = `insert into idempotency_keys (key, fingerprint, claim, claimed_until, created_at, status, answer)
  values ('x', 'x', 'x', now(), now(), 201, '\\x00') on conflict do nothing`

const database = () => Cell.named('main').database

const within = <T>(tenant: Tenant, environment: Environment, work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: tenant.ref, environment }, work)
const inSandbox = <T>(tenant: Tenant, work: () => Promise<T>) => within(tenant, 'test', work)
function gate(): [isOpen: Promise<void>, open: () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

const reset = (tenant: Tenant) => inSandbox(tenant, () => SandboxReset.run(OLGA))

/** A document that is completed, one that bounced, and all that came of them. */
async function populate(tenant: Tenant, environment: Environment): Promise<void> {
  const done = await within(tenant, environment, async () => {
    await Endpoint.register({ url: 'http://127.0.0.1:1/' })
    return makeDocument({ signers: [ANA] })
  })
  await doWork(tenant, 'mail.invite', { environment })
  await sign(tenant, done.id, ANA.email, environment)
  await doWork(tenant, 'seal', { environment })
  for (const kind of ['mail.completed', 'webhooks.deliver'])
    await doWork(tenant, kind, { environment })
  await within(tenant, environment, async () => {
    await makeDocument()
    await makeTemplate()
    await CurrentTenant.batch([{ text: SUPPRESSION }, { text: ANSWER }])
  })
}

/** How many rows there are in each table of a schema. */
async function counts(schema: string): Promise<Record<string, number>> {
  return asSuperuser(database(), async (superuser) => {
    const tables = await superuser.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by 1`,
      [schema]
    )
    const all: Record<string, number> = {}
    for (const { name } of tables.rows) {
      const found = await superuser.query(`select count(*)::int as n from ${schema}.${name}`)
      all[name] = found.rows[0].n
    }
    return all
  })
}

/** Every word of a schema. */
async function rowsOf(schema: string): Promise<string> {
  return asSuperuser(database(), async (superuser) => {
    const tables = await counts(schema)
    const texts = []
    for (const name of Object.keys(tables)) {
      const found = await superuser.query(
        `select coalesce(json_agg(r order by r::text), '[]')::text as rows from ${schema}.${name} r`
      )
      texts.push(`${name}: ${found.rows[0].rows}`)
    }
    return texts.join('\n')
  })
}

const workOf = async (tenant: Tenant, environment: Environment) =>
  (await outboxRows()).filter(({ scope }) => scope === roleName(tenant.id, environment))

async function filesOf(tenant: Tenant, environment: Environment): Promise<string[]> {
  const names = await Array.fromAsync(new StoredFiles(tenant.id).names())
  return names.filter((name) => name.startsWith(`${environment}/`))
}

/** How many of them the account's trail tells of. */
async function resetsOf(tenant: Tenant): Promise<number> {
  const trail = await within(tenant, 'live', () => SecurityTrail.read())
  return trail.filter(({ action }) => action === 'sandbox.reset').length
}

test.group('The reset of a sandbox', (group) => {
  let acme: Tenant
  let globex: Tenant

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true, hasPassword: true })
    globex = await makeTenant({ withSandbox: true, hasPassword: true })
  })

  group.each.teardown(async () => {
    await reset(acme)
    await doWork(acme, 'documents.remove_files', { environment: 'test', early: true })
  })

  test('removes documents and all that came of them, and keeps keys and endpoints', async ({
    assert,
  }) => {
    await populate(acme, 'test')
    await inSandbox(acme, () => TestClock.advance({ seconds: 3 * DAY_S }))
    const { test: schema } = schemaNames(acme.id)
    const before = await counts(schema)
    const removed = await reset(acme)
    assert.include(removed, {
      documents: 2,
      auditEntries: before.audit_entries,
      mails: before.mails,
    })
    assert.isAbove(removed.auditEntries, 10)
    assert.isAbove(removed.deliveries, 0)
    for (const [table, count] of Object.entries(await counts(schema)))
      assert.equal(count, KEPT.includes(table) ? before[table] : 0, table)
    assert.equal(before.webhook_endpoints, 1)
    assert.equal(before.idempotency_keys, 1)
    assert.equal((await inSandbox(acme, () => TestClock.read())).seconds, 0)
    const kinds = new Set((await workOf(acme, 'test')).map(({ kind }) => kind))
    assert.deepEqual([...kinds], ['documents.remove_files'])

    assert.isNotEmpty(await filesOf(acme, 'test'))
    assert.equal(await doWork(acme, 'documents.remove_files', { environment: 'test' }), 2)
    const left = await filesOf(acme, 'test')
    assert.isNotEmpty(left)
    for (const name of left) assert.include(name, 'tpf')
    assert.isEmpty(await workOf(acme, 'test'))
  })

  test('leaves a healthy endpoint without a date of its end, and a disabled one with its own', async ({
    assert,
  }) => {
    await inSandbox(acme, async () => {
      await TestClock.advance({ seconds: 3 * DAY_S })
      const url = 'http://127.0.0.1:1/'
      const { endpoint: healthy } = await Endpoint.register({ url })
      const { endpoint: revived } = await Endpoint.register({ url })
      const { endpoint: disabled } = await Endpoint.register({ url })
      await revived.disable('gone')
      await revived.enable()
      await disabled.disable('gone')
      const before = Date.now()
      await SandboxReset.run(OLGA)
      for (const endpoint of [healthy, revived, disabled]) await endpoint.refresh()
      const { status, pendingSince, missesSince } = healthy
      assert.deepEqual([status, pendingSince, missesSince], ['enabled', null, null])
      assert.isNull(revived.missesSince)
      assert.equal(disabled.status, 'disabled')
      assert.closeTo(disabled.disabledAt!.getTime(), before, 60_000)
      for (const endpoint of [healthy, revived, disabled]) await endpoint.discard()
    })
  })

  test('leaves nothing to fail over for who had found a document just before', async ({
    assert,
  }) => {
    const { id, signers } = await inSandbox(acme, () => makeDocument())
    const visit = { ipAddress: '192.0.2.7', userAgent: 'A browser' }
    await reset(acme)
    await inSandbox(acme, async () => {
      await LinkFetches.note(signers[0], visit)
      const signing = new Signing(id, signers[0].id, visit)
      for (const step of [
        () => signing.open(),
        () => signing.consent(),
        () => signing.decline('No'),
        () => new Signing(id, signers[0].id, visit).sign(TYPED),
      ])
        await assert.rejects(step, DocumentNotFound)
      await signing.heartbeat()
    })
    assert.equal((await counts(schemaNames(acme.id).test)).link_fetches, 0)
  })

  test('does not touch anything of live, or of others', async ({ assert }) => {
    for (const environment of ['live', 'test'] as const) await populate(acme, environment)
    await populate(globex, 'test')
    const { live } = schemaNames(acme.id)
    const others = schemaNames(globex.id).test
    const look = async () => ({
      live: await rowsOf(live),
      others: await rowsOf(others),
      files: await filesOf(acme, 'live'),
      work: [await workOf(acme, 'live'), await workOf(globex, 'test')],
    })
    const before = await look()
    assert.isNotEmpty(before.files)
    await reset(acme)
    await doWork(acme, 'documents.remove_files', { environment: 'test' })
    assert.deepEqual(await look(), before)
  })

  test('cannot be had in live, nor for another, not even by a statement', async ({ assert }) => {
    await populate(acme, 'live')
    await inSandbox(acme, () => makeDocument())
    const call = (schema = '') => [{ text: `select ${schema}reset_sandbox()` }]
    const inLive = (text = '') => within(acme, 'live', () => CurrentTenant.batch(call(text)))
    const { live, test: own } = schemaNames(acme.id)
    await assert.rejects(() => inLive(), /does not exist/)
    await assert.rejects(() => inLive(`${live}.`), /does not exist/)
    await assert.rejects(() => inLive(`${own}.`), /permission denied/)
    await assert.rejects(
      () => inSandbox(globex, () => CurrentTenant.batch(call(`${own}.`))),
      /permission denied/
    )
    await assert.rejects(() => within(acme, 'live', () => SandboxReset.run(OLGA)), /does not exist/)
    const cell = Cell.named('main')
    const asOwner = (text: string) => cell.as('migrator', (client) => client.query(text))
    await assert.rejects(() => asOwner(`select ${own}.reset_sandbox()`), /reset from within/)
    assert.equal((await counts(own)).documents, 1)
    assert.isAbove((await counts(live)).audit_entries, 10)
  })

  test('holds up no other tenant’s work, however long its unit lasts', async ({ assert }) => {
    const scope = schemaNames(acme.id).test
    await inSandbox(acme, () => makeDocument())
    await asSuperuser(database(), async (relay) => {
      await relay.query('begin')
      const held = await relay.query(
        'select id from cell.outbox where scope = $1 order by id limit 1 for update',
        [scope]
      )
      assert.equal(held.rowCount, 1)
      await inSandbox(acme, () =>
        unit(async () => {
          await CurrentTenant.batch([{ text: 'select reset_sandbox()' }])
          await relay.query(`select 1 from cell.ticks where name = 'relay' for update nowait`)
          const free = `select count(*)::int as count from cell.outbox where scope <> $1`
          const others = (lock: string) =>
            relay.query(
              `with free as (select scope from cell.outbox ${lock}) ${free.replace('cell.outbox', 'free')}`,
              [scope]
            )
          const [all, unlocked] = [await others(''), await others('for update skip locked')]
          assert.equal(unlocked.rows[0].count, all.rows[0].count)
        })
      )
      await relay.query('rollback')
    })
    assert.equal((await counts(scope)).documents, 0)
  })

  test('leaves work that is in somebody’s hands, and it finds nothing to do', async ({
    assert,
  }) => {
    const scope = schemaNames(acme.id).test
    await inSandbox(acme, () => makeDocument())
    const left = () =>
      asSuperuser(database(), async (client) => {
        const text = `select kind from cell.outbox where scope = $1 and kind <> 'documents.remove_files'`
        return (await client.query<{ kind: string }>(text, [scope])).rows.map(({ kind }) => kind)
      })
    await asSuperuser(database(), async (relay) => {
      await relay.query('begin')
      await relay.query('select id from cell.outbox where scope = $1 for update', [scope])
      await reset(acme)
      await relay.query('rollback')
    })
    assert.include(await left(), 'mail.invite')
    await doWork(acme, 'mail.invite', { environment: 'test' })
    assert.notInclude(await left(), 'mail.invite')
  })

  test('is the only way by which entries go, and none is ever changed', async ({ assert }) => {
    await populate(acme, 'live')
    await populate(acme, 'test')
    const names = schemaNames(acme.id)
    const take = 'set_config($$role$$, $$NAME$$, true)'
    const tries = async (client: pg.Client, schema: string) => {
      for (const text of [
        `delete from ${schema}.audit_entries`,
        `with role as (select ${take.replace('NAME', schema)}) delete from ${schema}.audit_entries using role`,
        `update ${schema}.audit_entries set body = body`,
        `truncate ${schema}.audit_entries cascade`,
      ])
        await assert.rejects(() => client.query(text), /is refused: its rows|permission denied/)
    }
    for (const schema of [names.live, names.test]) {
      const before = await counts(schema)
      await Cell.named('main').as('migrator', (client) => tries(client, schema))
      await asSuperuser(database(), (superuser) => tries(superuser, schema))
      assert.deepEqual(await counts(schema), before)
    }
  })

  test('is written into the account’s trail, and trails are verified from there', async ({
    assert,
  }) => {
    await populate(acme, 'test')
    assert.notProperty(await new AuditVerification(globex.ref, 'test').ofTenant(), 'begunAnewAt')
    const verify = (environment: Environment) =>
      new AuditVerification(acme.ref, environment).ofTenant()
    const [gone] = await inSandbox(acme, () => Document.all())
    const removed = await reset(acme)
    const [entry] = await within(acme, 'live', () => SecurityTrail.read())
    assert.equal(entry.action, 'sandbox.reset')
    assert.deepEqual(entry.body.details, { ...removed })
    assert.equal(entry.body.actor.id, OLGA.id)

    const whole = { findings: [], begunAnewAt: entry.at }
    assert.deepEqual(await verify('test'), { chains: 0, entries: 0, ...whole })
    await inSandbox(acme, () => makeDocument())
    assert.deepEqual(await verify('test'), { chains: 1, entries: 5, ...whole })
    const one = await new AuditVerification(acme.ref, 'test').ofDocument(gone.id)
    assert.deepEqual(one, { chains: 0, entries: 0, ...whole })
    assert.deepEqual((await verify('live')).findings, [])
  })

  test('ends work that a worker has in hand: it records nothing', async ({ assert }) => {
    await inSandbox(acme, () => makeDocument())
    const [task] = await Cell.named('main').as('relay', async (client) => {
      const leased = await client.query(
        `update cell.outbox set fence = fence + 1, lease_until = now() + interval '1 minute'
          where scope = $1 and kind = 'mail.invite' returning id, kind, lane, ref, tries, fence`,
        [roleName(acme.id, 'test')]
      )
      return leased.rows
    })
    await reset(acme)
    const handle = await WorkTable.handler('mail.invite')
    await assert.rejects(() => inSandbox(acme, async () => handle(task)), new LeaseLost().message)
    assert.equal((await counts(schemaNames(acme.id).test)).mails, 0)
  })

  test('removes the files of a document again that was being sealed', async ({ assert }) => {
    const { id } = await inSandbox(acme, () => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email, 'test')
    await reset(acme)
    const [now, later, ...more] = await workOf(acme, 'test')
    assert.deepEqual([now.ref, later.ref, more], [id, id, []])
    const minutes = (later.due_at.getTime() - now.due_at.getTime()) / 60_000
    assert.approximately(minutes, 10, 0.1)
  })

  test('waits for a unit that is under way, and what it made is gone', async ({ assert }) => {
    const [held, go] = gate()
    const [isMade, made] = gate()
    const making = inSandbox(acme, () =>
      unit(async () => {
        await makeDocument()
        made()
        await held
      })
    )
    await isMade
    const { account } = schemaNames(acme.id)
    let isOver = false
    const resetting = reset(acme).then((removed) => {
      isOver = true
      return removed
    })
    await asSuperuser(database(), (superuser) =>
      until(async () => {
        const { rowCount } = await superuser.query(
          'select from pg_locks where relation = $1::regclass and not granted',
          [`${account}.test_clock`]
        )
        return rowCount === 1
      })
    )
    assert.isFalse(isOver)
    const later = inSandbox(acme, () => makeDocument({ title: 'Afterwards' }))
    go()
    await making
    assert.equal((await resetting).documents, 1)
    await later
    const titles = (await inSandbox(acme, () => Document.all())).map(({ title }) => title)
    assert.deepEqual(titles, ['Afterwards'])
  })

  test('is not done while somebody does not end, and then nothing is removed', async ({
    assert,
  }) => {
    await inSandbox(acme, () => makeDocument())
    const { test: schema, account } = schemaNames(acme.id)
    const stuck = await superuserOf(database())
    try {
      await stuck.query(`alter function ${schema}.reset_sandbox() set lock_timeout = '50ms'`)
      await stuck.query(`begin; select from ${account}.test_clock`)
      await assert.rejects(() => reset(acme), new SandboxBusy().message)
      assert.equal((await counts(schema)).documents, 1)
    } finally {
      await stuck.end()
    }
  })

  test('is done by one of several who ask at once; the others wait for nothing', async ({
    assert,
  }) => {
    await populate(acme, 'test')
    const before = await resetsOf(acme)
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => reset(acme)))
    const done = all.filter(({ status }) => status === 'fulfilled')
    assert.isNotEmpty(done)
    for (const one of all) if (one.status === 'rejected') assert.instanceOf(one.reason, SandboxBusy)
    assert.equal(await resetsOf(acme), before + done.length)
    assert.equal((await counts(schemaNames(acme.id).test)).documents, 0)
  })

  test('undoes itself with the unit that it is in', async ({ assert }) => {
    await populate(acme, 'test')
    const { test: schema } = schemaNames(acme.id)
    const look = async () => [
      await rowsOf(schema),
      await workOf(acme, 'test'),
      await resetsOf(acme),
    ]
    const before = await look()
    const interrupted = () =>
      unit(async () => {
        await SandboxReset.run(OLGA)
        throw new Error('interrupted')
      })
    await assert.rejects(() => inSandbox(acme, interrupted), 'interrupted')
    assert.deepEqual(await look(), before)
  })

  test('goes on among documents that are made, signed and advanced meanwhile', async ({
    assert,
  }) => {
    const busy = Array.from({ length: 6 }, async () => {
      const { id } = await inSandbox(acme, () => makeDocument({ signers: [ANA] }))
      await inSandbox(acme, () => TestClock.advance({ seconds: 1 }))
      await sign(acme, id, ANA.email, 'test')
    })
    const resets = [reset(acme), reset(acme)]
    const ends = await Promise.allSettled([...busy, ...resets])
    const odd = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
    for (const error of odd)
      assert.match(error.message, /Nobody at|not found|no such document|Sandbox|sandbox/i)
    await reset(acme)
    const left = await counts(schemaNames(acme.id).test)
    for (const [table, count] of Object.entries(left))
      if (!KEPT.includes(table)) assert.equal(count, 0, table)
  })

  test(`takes one round trip for ${MANY} documents`, async ({ assert }) => {
    const { id } = await inSandbox(acme, () => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email, 'test')
    const { test: schema } = schemaNames(acme.id)
    await asSuperuser(database(), (superuser) => multiply(superuser, schema))
    const before = await counts(schema)
    assert.equal(before.documents, MANY + 1)
    assert.equal((await reset(acme)).documents, MANY + 1)
    assert.equal((await counts(schema)).audit_entries, 0)
    const forget = 'delete from cell.outbox where scope = $1'
    await asSuperuser(database(), async (superuser) => {
      assert.equal((await superuser.query(forget, [schema])).rowCount, 2 * (MANY + 1))
    })
  })
})

test.group('The migration of sandboxes that were reset', () => {
  test('takes from healthy endpoints the date of an end that never came, and from no other', async ({
    assert,
    cleanup,
  }) => {
    const own = await openReachableCell()
    cleanup(() => closeReachableCell(own))
    const make = () => makeTenant({ cell: own.cell.name, withSandbox: true, hasPassword: true })
    const wasReset = await make()
    const wasFailing = await make()
    const register = (tenant: Tenant) =>
      inSandbox(tenant, async () => {
        const { endpoint } = await Endpoint.register({ url: 'http://127.0.0.1:1/' })
        return endpoint
      })
    const [healthy, disabled] = [await register(wasReset), await register(wasReset)]
    const revived = await register(wasFailing)
    await inSandbox(wasFailing, () => makeDocument())
    const run = async (tenant: Tenant, text: string, values: unknown[] = []) => {
      const { test: schema } = schemaNames(tenant.id)
      await own.asSuperuser(async (superuser) => {
        await superuser.query(`set search_path = ${schema}, cell`)
        await superuser.query(text, values)
      })
    }
    for (const tenant of [wasReset, wasFailing]) {
      await run(tenant, 'update webhook_endpoints set pending_since = now(), disabled_at = now()')
      await run(tenant, 'update ledger set steps = steps - $1 where schema_name = $2', [
        '0980_reset_healthy_endpoints.sql',
        schemaNames(tenant.id).test,
      ])
    }
    await run(wasReset, `update webhook_endpoints set status = 'disabled' where id = $1`, [
      disabled.id,
    ])
    const { migrated } = await new TenantMigration(own.cell).run()
    assert.sameMembers(migrated, [wasReset.id, wasFailing.id])
    for (const endpoint of [healthy, disabled]) await inSandbox(wasReset, () => endpoint.refresh())
    await inSandbox(wasFailing, () => revived.refresh())
    assert.isNull(healthy.missesSince)
    assert.isNotNull(disabled.missesSince)
    assert.isNotNull(revived.missesSince)
    for (const { pendingSince } of [healthy, disabled, revived]) assert.isNull(pendingSince)
  })
})

/** A thousand more of each row, with what has to differ made to differ. */
async function multiply(superuser: pg.Client, schema: string): Promise<void> {
  const more = (table: string, columns: string, order = '') =>
    superuser.query(`insert into ${schema}.${table}
      select (jsonb_populate_record(r, jsonb_build_object(${columns}))).* from ${schema}.${table} r, generate_series(1, ${MANY}) n ${order}`)
  await more('documents', `'id', r.id || n, 'tracking_sha256', r.tracking_sha256 || n`)
  await more(
    'signers',
    `'id', r.id || n, 'document_id', r.document_id || n, 'token_sha256', r.token_sha256 || n`
  )
  await more(
    'fields',
    `'id', r.id || n, 'document_id', r.document_id || n, 'signer_id', r.signer_id || n`
  )
  await more('signatures', `'id', r.id || n, 'signer_id', r.signer_id || n`)
  await more('audit_entries', `'id', r.id || n, 'chain', r.chain || n`, 'order by n, r.sequence')
  await more('personal_values', `'entry_id', r.entry_id || n`)
  await more(
    'events',
    `'id', r.id || n, 'position', r.position * 10000 + n, 'document_id', r.document_id || n`
  )
}

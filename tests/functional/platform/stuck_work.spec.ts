import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { MINUTE_MS } from '#app/foundation/duration'
import type Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { SEAL_GIVEN_UP } from '#app/signing/seal/failed_seal'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Cell } from '#app/tenancy/cell'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import { PlatformWork } from '#app/tenants/platform_work'
import type Tenant from '#app/tenants/tenant'
import Delivery from '#app/webhooks/deliveries/delivery'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { EXHAUSTED } from '#app/webhooks/deliveries/exhausted'
import { makeDocument } from '#tests/factories/document_factory'
import { makeEvent } from '#tests/factories/event_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { Receiver } from '#tests/support/receiver'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

test.group('Platform | stuck work', (group) => {
  let acme: Tenant
  let pat: OperatorVisitor
  group.each.setup(async () => {
    await emptyOutbox() // other tests leave work behind
    acme = await makeTenant({ name: 'Acme Stuck', plan: 'pro' })
    pat = await OperatorVisitor.as('operator')
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const workOf = async (kind: string) => {
    const rows = await outboxRows()
    return rows.find((row) => row.scope === roleName(acme.id, 'live') && row.kind === kind)
  }
  const fail = (id: string, tries: number) =>
    Cell.named(acme.cell).as('relay', (client) =>
      client.query(
        `update cell.outbox set tries = $2, due_at = now() + interval '1 hour', failing_since = now() where id = $1`,
        [id, tries]
      )
    )

  test('shows a document that cannot be sealed, and has it tried again at once', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument())
    for (const { email } of document.signers) await sign(acme, document.id, email)
    const work = await workOf('seal')
    assert.notInclude((await pat.get('/stuck')).text, document.id)
    await fail(work?.id ?? '', 7)
    const { text } = await pat.get('/stuck')
    assert.match(text, new RegExp(`Documents not sealed[^]*${document.id}[^]*Acme Stuck`))
    assert.include(text, '<strong>Seal</strong>')
    for (const secret of ['Contract of sale', 'ana@example.test', 'Ana Buyer'])
      assert.notInclude(text, secret)

    await pat.post('/stuck/retry', { cell: acme.cell, id: work?.id ?? '' })
    assert.equal(await doWork(acme, 'seal'), 1)
    await live(() => document.refresh())
    assert.equal(document.status, 'completed')
    // where this is the first seal of all, it has also made an authority
    const entries = await PlatformTrail.read({ limit: 5 })
    const entry = entries.find(({ action }) => action === 'work.retried')
    assert.equal(entry?.body.details.workId, work?.id)
  })

  test('says of a document whose seal was given up that it has ended, and puts only its mark away', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument())
    for (const { email } of document.signers) await sign(acme, document.id, email)
    await live(async () =>
      (await Vault.open(document)).write('canonical', Buffer.from('no file of ours'))
    )
    await doWork(acme, 'seal')
    const mark = await workOf(SEAL_GIVEN_UP)
    const { text } = await pat.get('/stuck')
    assert.match(text, new RegExp(`${document.id}[^]*could not be sealed and has ended[^]*Dismiss`))

    const answer = await pat.post('/stuck/retry', { cell: acme.cell, id: mark?.id ?? '' })
    assert.include((await pat.followed(answer)).text, 'It has been dismissed.')
    assert.equal(await doWork(acme, SEAL_GIVEN_UP), 1)
    assert.notInclude((await pat.get('/stuck')).text, document.id)
    assert.equal(await doWork(acme, 'seal'), 0)
    await live(() => document.refresh())
    assert.equal(document.status, 'failed')
    assert.equal((await PlatformTrail.read({ limit: 1 }))[0].action, 'work.put_away')
  })

  const faults = {
    'a row that its trail contradicts': async ({ id, title }: Document) => {
      const retitle = (words: string) =>
        live(async () => {
          const text = 'update documents set title = $2 where id = $1'
          await CurrentTenant.batch([{ text, values: [id, words] }])
        })
      await retitle('Another title')
      return () => retitle(title)
    },
    'a damaged file': async ({ id }: Document) => {
      const path = `t/${acme.id}/live/${id}/canonical`
      const stored = await drive.use().getBytes(path)
      await drive.use().put(path, Buffer.from(stored).fill(0, 100, 110))
      return () => drive.use().put(path, stored)
    },
  }
  for (const [what, damage] of Object.entries(faults))
    test(`raises the alarm for ${what} until it is mended, and seals the document then`, async ({
      assert,
    }) => {
      const document = await live(() => makeDocument())
      for (const { email } of document.signers) await sign(acme, document.id, email)
      const mend = await damage(document)
      await assert.rejects(() => doWork(acme, 'seal'))
      const alarm = new RegExp(
        `Evidence that fails verification[^]*${document.id}[^]*Documents not sealed`
      )
      assert.match((await pat.get('/stuck')).text, alarm)
      await live(() => document.refresh())
      assert.isTrue(document.isSealing)

      await mend()
      assert.equal(await doWork(acme, 'evidence.check'), 1)
      assert.notInclude((await pat.get('/stuck')).text, document.id)
      const work = await workOf('seal')
      await Cell.named(acme.cell).as('relay', (client) =>
        client.query('update cell.outbox set lease_until = null where id = $1', [work?.id])
      )
      assert.equal(await doWork(acme, 'seal'), 1)
      await live(() => document.refresh())
      assert.equal(document.status, 'completed')
    })

  test('shows mails that fail again and again', async ({ assert }) => {
    await live(() => makeDocument())
    const work = await workOf('mail.invite')
    await fail(work?.id ?? '', 4)
    const { text } = await pat.get('/stuck')
    assert.match(text, /Failing emails[^]*mail\.invite[^]*Exhausted deliveries/)
    assert.include(text, work?.ref ?? 'no work')
  })

  test('leaves out what comes again and again without failing, however often it was put off', async ({
    assert,
  }) => {
    const kinds = ['sso.watch', 'retention', 'keys.end', 'seal.certificate_end', 'seal.timestamp']
    await Cell.named(acme.cell).as('relay', (client) =>
      client.query(
        `insert into cell.outbox (scope, kind, lane, ref, tries, due_at, created_at)
         select $1, kind, 'periodic', 'periodic_' || kind, 400, now() + interval '1 day', now() - interval '1 year'
           from unnest($2::text[]) as kind`,
        [roleName(acme.id, 'live'), kinds]
      )
    )
    const { text } = await pat.get('/stuck')
    for (const kind of kinds) assert.notInclude(text, `periodic_${kind}`)
    const works = (await outboxRows()).filter(({ kind }) => kinds.includes(kind))
    await Promise.all(works.map(({ id }) => fail(id, 400)))
    const failing = await pat.get('/stuck')
    for (const kind of kinds) assert.include(failing.text, `periodic_${kind}`)
    assert.include(failing.text, `datetime="${new Date().getUTCFullYear()}-`)
    assert.notInclude(failing.text, `datetime="${new Date().getUTCFullYear() - 1}-`)
  })

  test('says of work of the platform since when it fails, and not when it was asked for', async ({
    assert,
    cleanup,
  }) => {
    const outbox = () => db.connection('platform').from('outbox').where({ ref: 'dom_failing' })
    cleanup(async () => void (await outbox().delete()))
    const year = new Date().getUTCFullYear()
    const asked = { created_at: new Date(Date.UTC(year - 1, 0, 1)), tries: 2 }
    const due = { due_at: new Date(Date.now() - MINUTE_MS) }
    const row = { kind: 'check_nothing', lane: 'failing', ref: 'dom_failing', ...asked, ...due }
    await db.connection('platform').table('outbox').insert(row)
    await PlatformWork.doDue('failing')
    await outbox().update({ due_at: new Date() })
    await PlatformWork.doDue('failing')
    const since = (await outbox().firstOrFail()).failing_since
    assert.equal(since.getTime(), due.due_at.getTime())
    const [, shown] = (await pat.get('/stuck')).text.split('dom_failing')
    assert.match(shown.slice(0, 2_000), new RegExp(`datetime="${since.toISOString().slice(0, 16)}`))
    assert.notInclude(shown.slice(0, 2_000), `datetime="${year - 1}-`)
  })

  test('says of work that nobody has begun since when it is due, and not when it was asked for', async ({
    assert,
    cleanup,
  }) => {
    const outbox = () => db.connection('platform').from('outbox').where({ ref: 'dom_overdue' })
    cleanup(async () => void (await outbox().delete()))
    const year = new Date().getUTCFullYear()
    const created = new Date(Date.UTC(year - 1, 0, 1))
    const due = new Date(Date.now() - 20 * MINUTE_MS)
    const row = { kind: 'check_nothing', lane: 'overdue', ref: 'dom_overdue', due_at: due }
    await db
      .connection('platform')
      .table('outbox')
      .insert({ ...row, created_at: created })
    await Cell.named(acme.cell).as('relay', (client) =>
      client.query(
        `insert into cell.outbox (id, scope, kind, ref, due_at, created_at)
         values ('wrk_overdue', $1, 'seal.certificate_end', 'cert_overdue', $2, $3)`,
        [roleName(acme.id, 'live'), due, created]
      )
    )
    const { text } = await pat.get('/stuck')
    for (const ref of ['dom_overdue', 'cert_overdue']) {
      const shown = text.split(ref)[1].slice(0, 2_000)
      assert.match(shown, new RegExp(`datetime="${due.toISOString().slice(0, 16)}`))
      assert.notInclude(shown, `datetime="${year - 1}-`)
    }
  })

  test('shows a document that cannot be sealed behind a thousand emails that were there before', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument())
    for (const { email } of document.signers) await sign(acme, document.id, email)
    await fail((await workOf('seal'))?.id ?? '', 7)
    await Cell.named(acme.cell).as('relay', (client) =>
      client.query(
        `insert into cell.outbox (id, scope, kind, ref, tries, created_at, failing_since)
         select 'wrk_old_' || n, $1, 'mail.invite', 'sig_' || n, 4, now() - interval '1 day', now() from generate_series(1, 1000) as n`,
        [roleName(acme.id, 'live')]
      )
    )
    const { text } = await pat.get('/stuck')
    assert.match(text, new RegExp(`Documents not sealed[^]*${document.id}`))
    assert.match(text, /Failing emails<\/h2>\s*<p>1000, the oldest 100 shown/)
  })

  test('raises the alarm when the audit checkpoint is overdue', async ({ assert }) => {
    const alarm = /audit checkpoint of the cell main is overdue/
    const doneBefore = (ago: string) =>
      Cell.named('main').as('relay', (client) =>
        client.query(
          `insert into cell.ticks (name, done_at) values ('audit checkpoint', now() - $1::interval)
               on conflict (name) do update set done_at = excluded.done_at`,
          [ago]
        )
      )
    await doneBefore('15 minutes')
    assert.notMatch((await pat.get('/stuck')).text, alarm)
    await doneBefore('25 minutes')
    assert.match((await pat.get('/stuck')).text, alarm)
    await doneBefore('0')
  })

  test('leaves alone what a worker has in hand', async ({ assert }) => {
    await live(() => makeDocument())
    const work = await workOf('mail.invite')
    const id = work?.id ?? ''
    await fail(id, 4)
    await Cell.named(acme.cell).as('relay', (client) =>
      client.query(
        `update cell.outbox set lease_until = now() + interval '1 minute' where id = $1`,
        [id]
      )
    )
    const answer = await pat.post('/stuck/retry', { cell: acme.cell, id })
    assert.include((await pat.followed(answer)).text, 'running right now')
    const rows = await outboxRows()
    assert.equal(rows.find((row) => row.id === id)?.tries, 4)
  })

  test('shows a delivery that used all its attempts, and retries it', async ({ assert }) => {
    const receiver = await Receiver.open()
    receiver.answers(() => ({ status: 500 }))
    await live(() => Endpoint.register({ url: receiver.url }))
    await live(() => makeEvent())
    // Pro has one attempt
    await doWork(acme, 'webhooks.deliver', { early: true })
    const [delivery] = await live(() => Delivery.query())
    assert.equal(delivery.status, 'exhausted')
    const { text } = await pat.get('/stuck')
    assert.match(text, new RegExp(`Exhausted deliveries[^]*${delivery.id}`))

    receiver.answers(() => ({ status: 204 }))
    const mark = await workOf(EXHAUSTED)
    const twice = { cell: acme.cell, id: mark?.id ?? '' }
    await asSuperuser(Cell.named(acme.cell).database, async (superuser) => {
      // both have begun before either can end
      await superuser.query('begin')
      await superuser.query(`select from ${schemaNames(acme.id).live}.webhook_endpoints for update`)
      const retries = [pat.post('/stuck/retry', twice), pat.post('/stuck/retry', twice)]
      await pause(1_000)
      await superuser.query('rollback')
      await Promise.all(retries)
    })
    assert.isUndefined(await workOf(EXHAUSTED))
    const entries = await PlatformTrail.read({ limit: 5 })
    assert.lengthOf(
      entries.filter(({ body }) => body.details.workId === mark?.id),
      1
    )
    const again = await live(() => Delivery.query().where('replay_of', delivery.id))
    assert.lengthOf(again, 1)
    await doWork(acme, 'webhooks.deliver', { early: true })
    const replay = await live(() => Delivery.query().where('replay_of', delivery.id).firstOrFail())
    assert.equal(replay.status, 'delivered')
    await receiver.close()
  })

  test('shows tenants that are not finished, and tries again', async ({ assert }) => {
    const row = { kind: 'provision_tenant', ref: acme.id, tries: 6 }
    const platform = db.connection('platform')
    await platform.table('outbox').insert({ ...row, due_at: new Date(Date.now() + 3_600_000) })
    const { text } = await pat.get('/stuck')
    assert.match(text, /Provisioning and projections[^]*provision_tenant[^]*Acme Stuck/)
    const [{ id }] = await platform.from('outbox').where(row)
    await pat.post('/stuck/retry', { id })
    const [after] = await platform.from('outbox').where({ id })
    assert.equal(after.tries, 0)
    assert.isAtMost(after.due_at.getTime(), Date.now() + 1_000)
    await platform.from('outbox').where({ id }).delete()
  })

  test('is not retried by made-up ids or cells', async ({ assert }) => {
    const forged: Record<string, string>[] = [
      { id: `' or true --`, cell: 'main' },
      { id: 'x', cell: 'nowhere' },
      {},
    ]
    for (const values of forged) {
      const answer = await pat.post('/stuck/retry', values)
      assert.equal(answer.status, 303)
    }
  })
})

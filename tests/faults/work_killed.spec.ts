import { test } from '@japa/runner'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { StoredFiles } from '#app/portability/stored_files'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { Usage } from '#app/tenants/usage/usage'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox, outboxRows } from '#tests/support/outbox_view'
import { setSetting } from '#tests/support/setting'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'
import { WorkerProcess } from '#tests/support/worker_process'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'

const onOutbox = (text: string, kind: string) =>
  asSuperuser(Cell.named('main').database, (client) => client.query(text, [kind]))

/** Everything else is left out, so that it is this work at which the worker dies. */
const onlyThisNow = async (kind: string) => {
  await onOutbox('delete from cell.outbox where kind <> $1', kind)
  await onOutbox('update cell.outbox set due_at = now(), lease_until = null where kind = $1', kind)
}

/** Leases last a tenth of their time, which a busy machine may miss: the work is then done again, with more of it. */
const TIME_SCALES = ['0.1', '0.3', '0.6', '1']

/** Other work may fail beside it: what looks over the evidence, say, in which these tests make holes. */
const hasFailed = (kind: string, log: string) =>
  log.split('\n').some((line) => line.includes('it failed') && line.includes(`"kind":"${kind}"`))

test.group('A worker killed', (group) => {
  let tenant: Tenant

  group.each.timeout(1_200_000)

  group.each.setup(async () => {
    await emptyOutbox()
    tenant = await makeTenant({ hasPassword: true })
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const read = (text: string, id: string) =>
    live(async () => (await CurrentTenant.batch([{ text, values: [id] }]))[0])
  const actionsOf = async ({ id }: Document) =>
    (await read('select action from audit_entries where chain = $1 order by sequence', id)).map(
      ({ action }) => action
    )
  const eventsOf = async ({ id }: Document) =>
    (await read('select name from events where document_id = $1 order by position', id)).map(
      ({ name }) => name
    )
  const findings = async () => (await new AuditVerification(tenant.ref, 'live').ofTenant()).findings

  const isLeft = async (kind: string) => (await outboxRows()).some((row) => row.kind === kind)

  /** Each takes over from the one before it, and the last one's work is done. */
  const dieOneByOne = async (
    kind: string,
    points: readonly string[],
    settings: Record<string, string> = {}
  ) => {
    for (const point of points) {
      let isReached = false
      for (const TIME_SCALE of TIME_SCALES) {
        if (isReached) break
        await onlyThisNow(kind)
        const worker = WorkerProcess.start({ FAULT_POINT: point, TIME_SCALE, ...settings })
        const signal = await worker.dies()
        // of one that lost its lease, or failed at the very end, the last words may be lost
        const isUndone = point === `${kind}.done` && (await isLeft(kind))
        isReached = signal === 'SIGKILL' && !hasFailed(kind, worker.output) && !isUndone
      }
      if (!isReached) throw new Error(`None got as far as ${point}`)
    }
  }

  test('at every step of a seal completes the document once, and leaves one sealed file', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument({ signers: [ANA, BEN] }))
    for (const { email } of [ANA, BEN]) await sign(tenant, document.id, email)

    await dieOneByOne('seal', ['seal.made', 'seal.stored', 'outbox.recorded'])
    assert.isTrue((await live(() => Document.findOrFail(document.id))).isSealing)
    await dieOneByOne('seal', ['seal.done'])

    const completed = await live(() => Document.findOrFail(document.id))
    assert.equal(completed.status, 'completed')
    assert.isFalse(await isLeft('seal'))
    const actions = await actionsOf(document)
    for (const once of ['document.sealed', 'document.completed'])
      assert.lengthOf(
        actions.filter((action) => action === once),
        1
      )
    assert.lengthOf(
      (await eventsOf(document)).filter((name) => name === 'document.completed'),
      1
    )
    assert.isEmpty(await findings())
    const sealed = await live(async () =>
      (await Vault.open(completed)).read(completed.sealedFile ?? 'sealed-')
    )
    assert.equal(sealed.subarray(0, 5).toString(), '%PDF-')
    const files = await Array.fromAsync(new StoredFiles(tenant.id).names())
    assert.sameMembers(
      files.map((name) => name.split('/').at(-1)),
      ['original', 'canonical', completed.sealedFile]
    )
  })

  test('with a seal of several files stored completes their document once, each sealed', async ({
    assert,
  }) => {
    const document = await live(() => makePacket())
    await sign(tenant, document.id, ANA.email!)
    await dieOneByOne('seal', ['seal.stored'])
    assert.isTrue((await live(() => Document.findOrFail(document.id))).isSealing)
    await dieOneByOne('seal', ['seal.done'])

    const completed = await live(() => Document.findOrFail(document.id))
    assert.equal(completed.status, 'completed')
    for (const action of ['document.sealed', 'document.completed'])
      assert.lengthOf(
        (await actionsOf(document)).filter((one) => one === action),
        1
      )
    for (const number of [1, 2, 3]) {
      const part = await live(async () => (await StoredFile.sealedOf(completed, number))!.read())
      assert.equal(sha256Hex(part), completed.files[number - 1].seal!.sha256)
    }
    assert.isEmpty(await findings())
  })

  test('at every step of giving up a seal ends the document once, and gives signatures back once', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument({ signers: [ANA] }))
    await sign(tenant, document.id, ANA.email!)
    const signatures = async () => {
      const [rows] = await live(() => CurrentTenant.batch([Usage.statement()]))
      return Number(rows.find(({ name }) => name === 'signatures')?.used)
    }
    const before = await signatures()
    await live(async () =>
      (await Vault.open(document)).write('canonical', Buffer.from('no file of ours'))
    )
    await dieOneByOne('seal', ['seal.hopeless', 'outbox.recorded'])
    assert.isTrue((await live(() => Document.findOrFail(document.id))).isSealing)
    assert.equal(await signatures(), before)
    await dieOneByOne('seal', ['seal.done'])

    assert.equal((await live(() => Document.findOrFail(document.id))).status, 'failed')
    assert.isFalse(await isLeft('seal'))
    assert.equal(await signatures(), before - 1)
    const once = (names: readonly unknown[], name: string) =>
      assert.lengthOf(
        names.filter((one) => one === name),
        1
      )
    once(await actionsOf(document), 'document.failed')
    once(await eventsOf(document), 'document.failed')
    const kinds = (await outboxRows()).map(({ kind }) => kind)
    for (const kind of ['seal.given_up', 'certificate']) once(kinds, kind)
  })

  test('at every step of a late time stamp stamps the document once', async ({ assert }) => {
    const restore = setSetting('TSA_URL', 'http://127.0.0.1:1/')
    const tsa = await LoopbackTsa.start()
    try {
      const document = await live(() => makeDocument({ signers: [ANA] }))
      await sign(tenant, document.id, ANA.email!)
      await doWork(tenant, 'seal')
      const settings = { TSA_URL: tsa.url }
      const points = ['timestamp.made', 'timestamp.stored', 'outbox.recorded']
      await dieOneByOne('seal.timestamp', points, settings)
      const waiting = await live(() => Document.findOrFail(document.id))
      assert.equal(waiting.sealedLevel, 'B-B')
      await dieOneByOne('seal.timestamp', ['seal.timestamp.done'], settings)

      const stamped = await live(() => Document.findOrFail(document.id))
      assert.equal(stamped.sealedLevel, 'B-T')
      assert.isFalse(await isLeft('seal.timestamp'))
      assert.lengthOf(
        (await actionsOf(document)).filter((action) => action === 'document.timestamped'),
        1
      )
      assert.isEmpty(await findings())
      const files = await Array.fromAsync(new StoredFiles(tenant.id).names())
      assert.sameMembers(
        files.map((name) => name.split('/').at(-1)),
        ['original', 'canonical', waiting.sealedFile, stamped.sealedFile]
      )
    } finally {
      restore()
      await tsa.stop()
    }
  })

  test('at every step of proofs for the long term raises the seal once', async ({ assert }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    const restore = setSetting('TSA_URL', tsa.url)
    try {
      const document = await live(() => makeDocument({ signers: [ANA] }))
      await sign(tenant, document.id, ANA.email!)
      await doWork(tenant, 'seal')
      const settings = { TSA_URL: tsa.url }
      const points = ['long_term.made', 'long_term.stored', 'outbox.recorded']
      await dieOneByOne('seal.long_term', points, settings)
      const waiting = await live(() => Document.findOrFail(document.id))
      assert.isEmpty(waiting.laterRevisions)
      await dieOneByOne('seal.long_term', ['seal.long_term.done'], settings)

      const raised = await live(() => Document.findOrFail(document.id))
      assert.equal(raised.sealedSha256, waiting.sealedSha256)
      assert.lengthOf(raised.laterRevisions, 1)
      assert.isFalse(await isLeft('seal.long_term'))
      assert.lengthOf(
        (await actionsOf(document)).filter((action) => action === 'document.proofs_added'),
        1
      )
      assert.isEmpty(await findings())
      const files = await Array.fromAsync(new StoredFiles(tenant.id).names())
      assert.sameMembers(
        files.map((name) => name.split('/').at(-1)),
        ['original', 'canonical', waiting.sealedFile, raised.sealedFile]
      )
    } finally {
      restore()
      await tsa.stop()
    }
  })

  test('at every step of a time stamp over the proofs adds it once', async ({ assert }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    const restore = setSetting('TSA_URL', tsa.url)
    try {
      const document = await live(() => makeDocument({ signers: [ANA] }))
      await sign(tenant, document.id, ANA.email!)
      await doWork(tenant, 'seal')
      await doWork(tenant, 'seal.long_term', { early: true })
      const settings = { TSA_URL: tsa.url }
      const proven = await live(() => Document.findOrFail(document.id))
      await dieOneByOne(
        'seal.archive',
        ['archive.made', 'archive.stored', 'outbox.recorded'],
        settings
      )
      const waiting = await live(() => Document.findOrFail(document.id))
      assert.deepEqual(waiting.laterRevisions, proven.laterRevisions)
      await dieOneByOne('seal.archive', ['seal.archive.done'], settings)

      const stamped = await live(() => Document.findOrFail(document.id))
      assert.equal(stamped.sealedSha256, proven.sealedSha256)
      assert.deepEqual(
        stamped.laterRevisions.map(({ level }) => level),
        ['B-LT', 'B-LTA']
      )
      assert.isFalse(await isLeft('seal.archive'))
      assert.lengthOf(
        (await actionsOf(document)).filter((action) => action === 'document.archive_stamped'),
        1
      )
      assert.isEmpty(await findings())
      const files = await Array.fromAsync(new StoredFiles(tenant.id).names())
      assert.sameMembers(
        files.map((name) => name.split('/').at(-1)),
        ['original', 'canonical', ...stamped.sealedFiles]
      )
    } finally {
      restore()
      await tsa.stop()
    }
  })

  test('at every step of an expiry ends the document once', async ({ assert }) => {
    const document = await live(() => makeDocument({ signers: [ANA, BEN] }))
    await read(
      `update documents set expires_at = now() - interval '1 second' where id = $1`,
      document.id
    )
    await dieOneByOne('expire', ['expire.started', 'outbox.recorded'])
    assert.notInclude(await actionsOf(document), 'document.expired')
    await dieOneByOne('expire', ['expire.done'])
    assert.isFalse(await isLeft('expire'))
    assert.lengthOf(
      (await actionsOf(document)).filter((action) => action === 'document.expired'),
      1
    )
    assert.lengthOf(
      (await eventsOf(document)).filter((name) => name === 'document.expired'),
      1
    )
    assert.isEmpty(await findings())
  })

  test('at every step of the last reminder reminds each signer once', async ({ assert }) => {
    const document = await live(() => makeDocument({ signers: [ANA, BEN] }))
    await read(
      `update documents set expires_at = now() + interval '1 day' where id = $1`,
      document.id
    )
    await dieOneByOne('remind', ['remind.started', 'outbox.recorded'])
    assert.notInclude(await actionsOf(document), 'document.reminded')
    await dieOneByOne('remind', ['remind.done'])
    assert.isFalse(await isLeft('remind'))
    assert.lengthOf(
      (await eventsOf(document)).filter((name) => name === 'document.reminded'),
      1
    )
    const mails = (await outboxRows()).filter(({ kind }) => kind === 'mail.remind')
    assert.equal(new Set(mails.map(({ ref }) => ref)).size, mails.length)
    assert.lengthOf(mails, 2)
    assert.isEmpty(await findings())
  })
})

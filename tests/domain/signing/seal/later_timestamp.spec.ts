import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { DocumentTransformer } from '#app/documents/document_transformer'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import SealFailed from '#app/sealing/errors/seal_failed'
import { sealer } from '#app/sealing/seal'
import { StuckWork } from '#app/queue/stuck/stuck_work'
import { askForTimestampLater } from '#app/signing/seal/later_timestamp'
import { Cell } from '#app/tenancy/cell'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import { SealedPart } from '#app/signing/seal/sealed_part'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { setSetting } from '#tests/support/setting'
import { sign } from '#tests/support/signing_hand'
import { LoopbackTsa } from '#tests/domain/sealing/loopback_tsa'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'

const NOBODY = 'http://127.0.0.1:1/'

test.group('A document sealed while no authority for time stamps answers', (group) => {
  let acme: Tenant
  let tsa: LoopbackTsa
  let documentId: string

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const found = () => live(async () => (await Document.whole(documentId))!)
  const fileOf = (document: Document) =>
    live(async () => (await Vault.open(document)).read(document.sealedFile!))
  const shown = (document: Document) =>
    live(async () =>
      DocumentTransformer.transform(document, { entitlements: await TenantEntitlements.current() })
    )
  const entries = async () =>
    (await live(() => AuditTrail.read(documentId))).filter(
      ({ action }) => action === 'document.timestamped'
    )

  const twoWeeksPass = () =>
    live(() =>
      CurrentTenant.batch([
        {
          text: `update documents set completed_at = completed_at - interval '15 days' where id = $1`,
          values: [documentId],
        },
      ])
    )
  const comeBack = () =>
    Cell.named('main').as('relay', (client) =>
      client.query(
        `update cell.outbox set lease_until = null, tries = 3, failing_since = due_at where kind = 'seal.timestamp' and ref = $1`,
        [documentId]
      )
    )

  group.setup(async () => {
    tsa = await LoopbackTsa.start()
    acme = await makeTenant()
    return () => tsa.stop()
  })

  group.each.setup(async () => {
    const restore = setSetting('TSA_URL', NOBODY)
    const document = await live(() => makeDocument({ signers: [ANA] }))
    documentId = document.id
    await sign(acme, documentId, ANA.email!)
    await doWork(acme, 'seal')
    return restore
  })

  test('is completed without one, and gets it once an authority answers', async ({ assert }) => {
    const before = await found()
    assert.equal(before.status, 'completed')
    assert.equal(before.sealedLevel, 'B-B')
    assert.lengthOf((await shown(before)).revisions, 1)

    setSetting('TSA_URL', tsa.url)
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true }), 1)
    const after = await found()
    const file = await fileOf(after)
    assert.equal(sha256Hex(file), after.sealedSha256)
    const { revisions, sealedSha256 } = await shown(after)
    assert.deepEqual(
      revisions.map(({ sha256, level }) => ({ sha256, level })),
      [
        { sha256: before.sealedSha256, level: 'B-B' },
        { sha256: sealedSha256, level: 'B-T' },
      ]
    )
    const [entry] = await entries()
    assert.containsSubset(entry!.body.details, {
      sealedSha256: after.sealedSha256,
      unstampedSha256: before.sealedSha256,
    })
    await inFolder({ 'a.pdf': file }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(output, 'Signature is Valid')
      assert.include(output, 'Total document signed')
    })
    const { findings } = await new AuditVerification(acme.ref, 'live').ofDocument(documentId)
    assert.deepEqual(findings, [])
  })

  test('gets it below the root that it was sealed under, whatever root there is by now', async ({
    assert,
  }) => {
    await SealHierarchy.rotate('live', { withRoot: true, actor: SYSTEM })
    setSetting('TSA_URL', tsa.url)
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true }), 1)
    assert.equal((await found()).sealedLevel, 'B-T')
  })

  test('is given up after two weeks, too, where it does not hold with any time stamp', async ({
    assert,
    cleanup,
  }) => {
    setSetting('TSA_URL', tsa.url)
    sealer.stampLater = () => Promise.reject(new SealFailed('what was stamped does not hold'))
    cleanup(() => void Reflect.deleteProperty(sealer, 'stampLater'))
    await assert.rejects(() => doWork(acme, 'seal.timestamp', { early: true }), /does not hold/)
    await twoWeeksPass()
    await comeBack()
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true }), 1)
    assert.equal((await found()).sealedLevel, 'B-B')
  })

  test('is stamped once, however often it is asked for', async ({ assert }) => {
    setSetting('TSA_URL', tsa.url)
    const document = await found()
    await live(() => unit(async () => askForTimestampLater(SealedPart.all(document)[0]!)))
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true, atOnce: true }), 2)
    const { sealedSha256 } = await found()
    await live(() => unit(async () => askForTimestampLater(SealedPart.all(document)[0]!)))
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true }), 1)
    assert.equal((await found()).sealedSha256, sealedSha256)
    assert.lengthOf(await entries(), 1)
  })

  test('waits in sight of operators while none answers, and for two weeks at most', async ({
    assert,
  }) => {
    await assert.rejects(() => doWork(acme, 'seal.timestamp', { early: true }))
    assert.equal((await found()).sealedLevel, 'B-B')
    await twoWeeksPass()
    await comeBack()
    const waiting = async () => (await StuckWork.all()).works.find(({ ref }) => ref === documentId)
    assert.equal((await waiting())?.trouble, 'sealing')
    assert.equal(await doWork(acme, 'seal.timestamp', { early: true }), 1)
    assert.isUndefined(await waiting())
    assert.lengthOf(await entries(), 0)
  })

  test('is not given up for another reason: a damaged file stays in sight', async ({ assert }) => {
    await twoWeeksPass()
    const document = await found()
    await live(async () => (await Vault.open(document)).remove(document.sealedFile!))
    await assert.rejects(() => doWork(acme, 'seal.timestamp', { early: true }))
    await comeBack()
    const { works } = await StuckWork.all()
    assert.isDefined(works.find(({ ref }) => ref === documentId))
  })
})

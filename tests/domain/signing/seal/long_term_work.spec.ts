import { X509Certificate } from 'node:crypto'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { DocumentTransformer } from '#app/documents/document_transformer'
import { StoredFile } from '#app/documents/files/stored_file'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Cell } from '#app/tenancy/cell'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { signatureValueOf } from '#app/sealing/later_timestamp'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { revocationList } from '#app/sealing/revocation_list'
import CertificateRevocation from '#app/signing/seal/certificate_revocation'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { askForLongTermProofs } from '#app/signing/seal/long_term_work'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { SealedPart } from '#app/signing/seal/sealed_part'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { OutsideAuthority, P12_PASSWORD, pkcs12 } from '#tests/support/outside_authority'
import { PublishedStatus } from '#tests/support/published_status'
import { setSetting } from '#tests/support/setting'
import { sign } from '#tests/support/signing_hand'
import { newestToken, withAnyToken } from '#tests/domain/sealing/any_token'
import { LoopbackTsa, P224_KEY } from '#tests/domain/sealing/loopback_tsa'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'

test.group('A document whose seal gets proofs for the long term', (group) => {
  let acme: Tenant
  let tsa: LoopbackTsa
  let documentId: string

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const found = () => live(async () => (await Document.whole(documentId))!)
  const served = (document: Document) =>
    live(async () => (await StoredFile.sealed(document))!.read())
  const shown = (document: Document) =>
    live(async () =>
      DocumentTransformer.transform(document, { entitlements: await TenantEntitlements.current() })
    )
  const entries = async () =>
    (await live(() => AuditTrail.read(documentId))).filter(
      ({ action }) => action === 'document.proofs_added'
    )
  const missing = async () =>
    (await live(() => AuditTrail.read(documentId)))
      .filter(({ action }) => action === 'document.proofs_missing')
      .map(({ body }) => body.details.reason)
  const raise = (options = {}) => doWork(acme, 'seal.long_term', { early: true, ...options })

  async function complete() {
    const document = await live(() => makeDocument({ signers: [ANA] }))
    documentId = document.id
    await sign(acme, documentId, ANA.email!)
    await doWork(acme, 'seal')
  }

  async function twoWeeksLater() {
    const later = `update documents set completed_at = completed_at - interval '15 days' where id = $1`
    await live(() => CurrentTenant.batch([{ text: later, values: [documentId] }]))
    await Cell.named('main').as('relay', (client) =>
      client.query(
        `update cell.outbox set lease_until = null where kind = 'seal.long_term' and ref = $1`,
        [documentId]
      )
    )
  }

  group.setup(async () => {
    tsa = await LoopbackTsa.start({ isListed: true })
    acme = await makeTenant()
    return () => tsa.stop()
  })
  group.each.setup(() => setSetting('TSA_URL', tsa.url))

  test('keeps its hash and every byte, and serves the longer file', async ({ assert }) => {
    await complete()
    const before = await found()
    const sealed = await served(before)
    assert.equal(await raise(), 1)

    const after = await found()
    assert.equal(after.sealedSha256, before.sealedSha256)
    const file = await served(after)
    assert.isTrue(file.subarray(0, sealed.length).equals(sealed))
    const { revisions, sealedSha256 } = await shown(after)
    assert.equal(sealedSha256, sha256Hex(sealed))
    assert.containsSubset(revisions, [
      { sha256: sha256Hex(sealed), bytes: sealed.length, level: 'B-T' },
      { sha256: sha256Hex(file), bytes: file.length, level: 'B-LT' },
    ])
    const report = await live(() => SealVerification.ofDocument(after))
    assert.deepEqual(report!.faults, [])
    assert.containsSubset(report, { verdict: 'whole', seal: { level: 'B-LT' } })
    await inFolder({ 'a.pdf': file }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(output, 'Signature is Valid.')
    })
    const evidence = new AuditVerification(acme.ref, 'live', documentEvidence)
    assert.deepEqual((await evidence.ofDocument(documentId)).findings, [])
  })

  test('is raised once, however often it is asked for', async ({ assert }) => {
    await complete()
    const document = await found()
    await live(() => unit(async () => askForLongTermProofs(SealedPart.all(document)[0]!)))
    assert.equal(await raise({ atOnce: true }), 2)
    const { laterRevisions } = await found()
    assert.lengthOf(laterRevisions, 1)
    await live(() => unit(async () => askForLongTermProofs(SealedPart.all(document)[0]!)))
    assert.equal(await raise(), 1)
    assert.deepEqual((await found()).laterRevisions, laterRevisions)
    assert.lengthOf(await entries(), 1)
  })

  test('is complete meanwhile, and waits where a list cannot be had, for two weeks at most', async ({
    assert,
  }) => {
    await complete()
    const { status, sealedFile } = await found()
    assert.equal(status, 'completed')
    tsa.isSilent = true
    await assert.rejects(() => raise())
    assert.equal((await found()).sealedFile, sealedFile)
    await twoWeeksLater()
    assert.equal(await raise(), 1)
    tsa.isSilent = false
    assert.lengthOf((await found()).laterRevisions, 0)
    assert.lengthOf(await entries(), 0)
    assert.deepEqual(await missing(), ['not_published'])
  })

  test('stays as it is, and its trail says so, where the issuer of the tenant’s own certificate has revoked it', async ({
    assert,
    cleanup,
  }) => {
    const outside = await OutsideAuthority.make()
    const published = await PublishedStatus.open()
    cleanup(() => published.close())
    const held = await outside.issue('P-256', { revocationList: published.url })
    const { serialNumber: serial } = new X509Certificate(held.certificate)
    const revokedAt = new Date(Date.now() - 60_000)
    const revoked = [{ serial, reason: 'superseded', revokedAt }] as const
    published.list = await revocationList(outside.issuing, revoked, new Date())
    acme = await makeTenant({ plan: 'enterprise' })
    const file = await pkcs12(held)
    await live(() => OwnCertificates.useFile(file, P12_PASSWORD, SYSTEM))
    await complete()
    await assert.rejects(() => raise(), /nothing proves that its certificates were good/)
    await twoWeeksLater()
    assert.equal(await raise(), 1)
    assert.lengthOf((await found()).laterRevisions, 0)
    assert.deepEqual(await missing(), ['not_good'])
    assert.equal(await raise(), 0)
    const report = await live(async () => SealVerification.ofDocument(await found()))
    assert.containsSubset(report, { verdict: 'whole', seal: { level: 'B-T' } })
  })

  test('is left as it is where its time stamp cannot be checked, which an earlier release took', async ({
    assert,
    cleanup,
  }) => {
    const other = await LoopbackTsa.start()
    cleanup(() => other.stop())
    await other.renew(2, P224_KEY)
    await complete()
    const document = await found()
    const sealed = await served(document)
    const authority = new TimestampAuthority(other.url, {
      http: new PublicHttp({ allowPrivate: new Set(['tsa']) }),
    })
    await authority.stamp(Buffer.from(signatureValueOf(sealed))).catch(() => null)
    await live(async () => {
      const vault = await Vault.open(document)
      await vault.write(document.sealedFile!, withAnyToken(sealed, newestToken(other)))
    })
    assert.equal(await raise(), 1)
    assert.equal(await raise(), 0)
    assert.lengthOf((await found()).laterRevisions, 0)
    assert.deepEqual(await missing(), [])
  })

  test('is not raised once its certificate is revoked', async ({ assert }) => {
    await complete()
    const since = new Date(Date.now() - 60_000)
    const asked = { tenant: acme.ref, environment: 'live', reason: 'key_compromise' } as const
    await CertificateRevocation.revokeAll({ ...asked, since, actor: SYSTEM })
    assert.equal(await raise(), 1)
    assert.lengthOf((await found()).laterRevisions, 0)
  })

  test('is found out where somebody exchanged what is served', async ({ assert }) => {
    await complete()
    await raise()
    const document = await found()
    await live(async () => {
      const vault = await Vault.open(document)
      await vault.write(document.sealedFile!, Buffer.from('%PDF-1.7\nelse'))
    })
    const evidence = new AuditVerification(acme.ref, 'live', documentEvidence)
    const { findings } = await evidence.ofDocument(documentId)
    assert.lengthOf(findings, 1)
  })

  test('is not asked for where no proofs are wanted, or there is no time stamp', async ({
    assert,
  }) => {
    const restore = setSetting('SEAL_LEVEL', 'B-T')
    await complete()
    restore()
    assert.equal(await raise(), 0)
    setSetting('TSA_URL', '')
    await complete()
    assert.equal(await raise(), 0)
  })
})

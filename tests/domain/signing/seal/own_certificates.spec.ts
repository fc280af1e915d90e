import { X509Certificate } from 'node:crypto'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { createAuthority, issueAuthority } from '#app/sealing/certificate_authority'
import CertificateRefused from '#app/sealing/errors/certificate_refused'
import CertificateRevocation from '#app/signing/seal/certificate_revocation'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { SealHierarchy } from '#app/signing/seal/seal_hierarchy'
import SealKey from '#app/signing/seal/seal_key'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import FeatureNotInPlan from '#app/tenants/errors/feature_not_in_plan'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { OutsideAuthority, P12_PASSWORD, pkcs12 } from '#tests/support/outside_authority'
import { sign } from '#tests/support/signing_hand'
import { inFolder, outsideProgram } from '#tests/domain/sealing/outside_program'

test.group('Certificates of the tenant’s own', (group) => {
  let acme: Tenant
  let outside: OutsideAuthority
  let file: Buffer

  group.setup(async () => {
    outside = await OutsideAuthority.make()
    file = await pkcs12(await outside.issue('rsa'))
  })
  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    return () => clock.restore()
  })

  const live = <T>(work: () => Promise<T>, tenant = acme) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const use = (some = file) => live(() => OwnCertificates.useFile(some, P12_PASSWORD, SYSTEM))
  const trail = async () => (await live(() => SecurityTrail.read())).map(({ action }) => action)
  const keys = () => live(() => SealKey.query().orderBy('created_at'))

  async function sealed(): Promise<Uint8Array> {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    return live(async () => (await StoredFile.sealed((await Document.whole(id))!))!.read())
  }
  const ownOf = async (bytes: Uint8Array) => {
    const { verdict, seal } = await SealVerification.of(bytes)
    return [verdict, seal!.ownCertificate?.issuer ?? null]
  }
  const OWN = ['whole', 'CN=Outside Trust Seals']
  const OURS = ['whole', null]

  test('seal from now on, up to their removal, and each seal stays what it is', async ({
    assert,
  }) => {
    const before = await sealed()
    await use()
    const own = await sealed()
    assert.deepEqual(await ownOf(own), OWN)
    await inFolder({ 'a.pdf': own }, async (path) => {
      const { output } = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
      assert.include(output, 'Signature is Valid')
      assert.include(output, 'Total document signed')
      assert.include(output, 'Acme Holding AG')
    })
    assert.isTrue(await live(() => OwnCertificates.remove(SYSTEM)))
    assert.isFalse(await live(() => OwnCertificates.remove(SYSTEM)))
    const after = await sealed()
    assert.deepEqual(await ownOf(after), OURS)
    for (const [bytes, is] of [[before, OURS] as const, [own, OWN] as const])
      assert.deepEqual(await ownOf(bytes), is)
    assert.includeMembers(await trail(), ['seal_certificate.used', 'seal_certificate.removed'])
    const gone = (await keys()).filter(({ ownCertificate }) => ownCertificate)
    assert.deepEqual(
      gone.map(({ privateKey }) => privateKey),
      [null]
    )
  })

  test('are replaced by the newer one, also where two are put to use at once', async ({
    assert,
  }) => {
    const other = await pkcs12(await outside.issue('P-384'))
    await Promise.all([use(), use(other)])
    const inUse = (await keys()).filter(({ retiredAt }) => !retiredAt)
    assert.lengthOf(inUse, 1)
    assert.deepEqual(await ownOf(await sealed()), OWN)
  })

  test('are not in the database as they came, nor is their password', async ({ assert }) => {
    const held = await outside.issue('P-256')
    await use(await pkcs12(held))
    const rows = await live(async () => [await SealKey.query(), await OwnCertificate.query()])
    const stored = Buffer.from(JSON.stringify(rows.flat().map((row) => row.$attributes)))
    const columns = rows
      .flat()
      .flatMap(({ $attributes }) => Object.values($attributes))
      .filter((value) => Buffer.isBuffer(value))
    const secret = Buffer.from(held.privateKey).subarray(40, 68)
    assert.isFalse(columns.some((column) => (column as Buffer).includes(secret)))
    assert.isFalse(stored.includes(Buffer.from(P12_PASSWORD)))
  })

  test('are endorsed anew once another authority issues, and need no person for it', async ({
    assert,
  }) => {
    await use()
    await SealHierarchy.rotate('live', { actor: SYSTEM })
    const bytes = await sealed()
    assert.deepEqual(await ownOf(bytes), OWN)
    const rows = (await keys()).filter(({ ownCertificate }) => ownCertificate)
    assert.lengthOf(rows, 2)
    assert.notEqual(rows[0]!.authorityId, rows[1]!.authorityId)
    await live(() => OwnCertificates.remove(SYSTEM))
    assert.deepEqual(await ownOf(await sealed()), OURS)
  })

  test('end: their people are told in time, and the next seals are ours', async ({ assert }) => {
    const until = new Date(Date.now() + 40 * DAY_MS)
    await use(await pkcs12(await outside.issue('P-256', { until })))
    const told = async () => (await live(() => Notice.query())).map(({ kind }) => kind)
    const look = () => doWork(acme, 'seal.certificate_end', { early: true })
    await look()
    assert.notInclude(await told(), 'seal.certificate_ending')
    for (const left of [29, 29, 3, 0.5]) {
      clock.travel(until.getTime() - left * DAY_MS - clock.now().getTime())
      await look()
    }
    const count = (kind: string, all: string[]) => all.filter((one) => one === kind).length
    assert.equal(count('seal.certificate_ending', await told()), 3)
    clock.travel(until.getTime() + 1000 - clock.now().getTime())
    await look()
    assert.equal(count('seal.certificate_ended', await told()), 1)
    assert.isNull(await live(() => OwnCertificate.current()))
    assert.include(await trail(), 'seal_certificate.ended')
    clock.restore()
    assert.deepEqual(await ownOf(await sealed()), OURS)
  })

  test('no longer count once revoked here, and the next seals are ours', async ({ assert }) => {
    await use()
    const bytes = await sealed()
    const since = new Date(Date.now() - 60_000)
    const asked = { environment: 'live', reason: 'key_compromise', since, actor: SYSTEM } as const
    const { revoked } = await CertificateRevocation.revokeAll({ ...asked, tenant: acme.ref })
    const [own] = (await keys()).filter(({ ownCertificate }) => ownCertificate)
    const endorsement = new X509Certificate(own!.endorsement!).serialNumber.toLowerCase()
    assert.include(revoked, endorsement)
    assert.equal((await SealVerification.of(bytes)).verdict, 'revoked')
    assert.deepEqual(await ownOf(await sealed()), OURS)
    await assert.rejects(() => use(), /Its key was revoked here/)
    assert.deepEqual(await ownOf(await sealed()), OURS)
    await use(await pkcs12(await outside.issue('rsa')))
  })

  test('may be used again where they were revoked for another reason', async ({ assert }) => {
    await use()
    const asked = { environment: 'live', reason: 'superseded', actor: SYSTEM } as const
    await CertificateRevocation.revokeAll({ ...asked, tenant: acme.ref })
    await use()
    assert.deepEqual(await ownOf(await sealed()), OWN)
  })

  test('are refused without the plan, by a wrong password, and change nothing then', async ({
    assert,
  }) => {
    const wrong = live(() => OwnCertificates.useFile(file, 'another', SYSTEM))
    await assert.rejects(() => wrong, CertificateRefused)
    const free = await makeTenant({ plan: 'free' })
    const unpaid = live(() => OwnCertificates.useFile(file, P12_PASSWORD, SYSTEM), free)
    await assert.rejects(() => unpaid, FeatureNotInPlan)
    assert.notInclude(await trail(), 'seal_certificate.used')
    assert.lengthOf(await keys(), 0)
  })

  test('may be by an authority with a name like ours: that is no root of ours', async ({
    assert,
  }) => {
    const [isTest, at] = [false, new Date()]
    const root = await createAuthority({ name: 'Document Seal Root 1', isTest, at })
    const named = { name: 'Document Seal Issuing Authority 1', isTest, at }
    const like = Object.assign(Object.create(OutsideAuthority.prototype) as OutsideAuthority, {
      root,
      issuing: await issueAuthority(root, named),
    })
    await use(await pkcs12(await like.issue()))
    const [verdict, issuer] = await ownOf(await sealed())
    assert.deepEqual([verdict, issuer], ['whole', 'CN=Document Seal Issuing Authority 1'])
  })
})

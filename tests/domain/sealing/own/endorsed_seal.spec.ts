import { X509Certificate } from 'node:crypto'
import { test } from '@japa/runner'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import {
  createAuthority,
  issueAuthority,
  type Credential,
} from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { endOf } from '#app/sealing/long_term/certificate_chains'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { certificateId } from '#app/sealing/ocsp/certificate_id'
import { statusResponse } from '#app/sealing/ocsp/status_response'
import { provenCertificate, readAll } from '#app/sealing/own/own_certificate'
import { endorsedCredential } from '#app/sealing/own/endorsed_credential'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { revocationList } from '#app/sealing/revocation_list'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'
import { sealWords } from '#app/sealing/verifier/seal_words'
import { browserExaminer } from '../browser_examiner.js'
import { onePage } from '../intake/hostile_pdf.js'
import { LoopbackTsa } from '../loopback_tsa.js'
import { inFolder, outsideProgram } from '../outside_program.js'
import { sealOrder } from '../sealing_order.js'
import { pem, signatureIn } from '../signature_parts.js'
import { outsidePath } from './outside_path.js'
import { PublishedStatus } from '#tests/support/published_status'
import { OutsideAuthority, type OutsideCertificate } from '#tests/support/outside_authority'

const HOUR_MS = 3_600_000
const TENANT = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false }
const PSS = ['-sigopt', 'rsa_padding_mode:pss']
const CURVE = ['-pkeyopt', 'ec_paramgen_curve:P-224']
const EXPLICIT = ['-pkeyopt', 'ec_paramgen_curve:P-256', '-pkeyopt', 'ec_param_enc:explicit']
/** With a link each that browsers cannot check. */
const UNCHECKED = {
  'a root that signs with SHA-1': { root: { signing: ['-sha1'] } },
  'an authority that signs with SHA-1': { issuing: { signing: ['-sha1'] } },
  'RSASSA-PSS and another salt': {
    root: { signing: [...PSS, '-sigopt', 'rsa_pss_saltlen:222'] },
    issuing: { signing: [...PSS, '-sigopt', 'rsa_pss_saltlen:222'] },
  },
  'a key for RSASSA-PSS alone': { issuing: { key: ['rsa-pss'] } },
  'P-224': { issuing: { key: ['ec', ...CURVE] } },
  'Ed25519': { root: { key: ['ed25519'] } },
  'a curve that it writes out': { issuing: { key: ['ec', ...EXPLICIT] } },
} as const

test.group('A seal with a certificate of the tenant’s own', (group) => {
  const http = new PublicHttp({ allowPrivate: new Set(['tsa', 'certificates']) })
  const intake = new Intake({ maxProcesses: 1 })
  const at = new Date(Date.now() - HOUR_MS)
  const sealer = new Sealer({
    maxThreads: 1,
    intake,
    timestampAuthorities: async ([url]) => new TimestampAuthority(url!, { http }),
  })
  let canonical: Uint8Array
  let root: Credential
  let issuing: Credential
  let outside: OutsideAuthority
  let roots: TrustedRoots
  let inBrowsers: typeof examineFile

  group.setup(async () => {
    inBrowsers = await browserExaminer()
    root = await createAuthority({ name: 'Root', isTest: false, at })
    issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at })
    outside = await OutsideAuthority.make({ at })
    canonical = (await intake.examine(onePage('', '0 0 10 10 re f'))).canonical
    roots = { seals: [{ der: root.certificate, isTest: false }], timestamps: [], revoked: [] }
    return async () => {
      await sealer.close()
      intake.close()
    }
  })

  async function sealedWith(held: OutsideCertificate, timestampUrls: string[] = [], sealedAt = at) {
    const terms = { ...TENANT, at }
    const made = await endorsedCredential(held, held.privateKey, issuing, terms)
    const order = await sealOrder(canonical, { credential: made.credential })
    Object.assign(order.signing, { at: sealedAt, timestampUrls })
    return { bytes: Buffer.from((await sealer.seal(order)).bytes), ...made }
  }

  /** As the server and as browsers see it, which must agree. */
  function said(bytes: Uint8Array, trusted = roots) {
    const report = examineFile(bytes, trusted)
    const browser = inBrowsers(bytes, trusted)
    if (JSON.stringify(browser) !== JSON.stringify(report))
      throw new Error(
        `A browser says ${JSON.stringify(browser)}, and not ${JSON.stringify(report)}`
      )
    return report
  }

  test('is whole, and valid for others who trust its issuer alone: RSA, P-256 and P-384', async ({
    assert,
  }) => {
    for (const kind of ['rsa', 'P-256', 'P-384'] as const) {
      const { bytes } = await sealedWith(await outside.issue(kind, { at }))
      const { verdict, seal } = said(bytes)
      assert.equal(verdict, 'whole', kind)
      assert.equal(seal!.by, 'Acme GmbH')
      assert.include(seal!.certificate, 'O=Acme Holding AG')
      const { ownCertificate: own } = seal!
      assert.equal(own!.issuer, 'CN=Outside Trust Seals')
      assert.isFalse(own!.isStatusKnown)
      const trusted = pem(outside.root.certificate)
      const files = { 'a.pdf': bytes, 'root.pem': trusted, ...signatureIn(bytes) }
      await inFolder(files, async (path) => {
        const pdfsig = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
        assert.include(pdfsig.output, 'Signature is Valid')
        assert.include(pdfsig.output, 'Total document signed')
        assert.include(pdfsig.output, 'Acme Holding AG')
        const data = ['-inform', 'DER', '-in', path('cms'), '-content', path('content'), '-binary']
        const trust = ['-CAfile', path('root.pem'), '-purpose', 'any', '-out', path('out')]
        const cms = await outsideProgram('openssl', [
          ...['cms', '-verify', '-cades', ...data, ...trust],
        ])
        assert.include(cms.output, 'CAdES Verification successful')
      })
    }
  })

  for (const [how, signers] of Object.entries(UNCHECKED))
    test(`is whole with a path by ${how}, of which browsers cannot check a link`, async ({
      assert,
    }) => {
      const { certificate, chain, privateKey } = await outsidePath(signers)
      const known = readAll(chain)
      const own = provenCertificate(new X509Certificate(certificate), known, new Date())
      assert.deepEqual(own, { certificate, chain })
      const { bytes } = await sealedWith({ ...own, privateKey }, [], new Date())
      const { verdict, seal } = said(bytes)
      assert.equal(verdict, 'whole')
      assert.equal(seal!.ownCertificate!.issuer, 'O=Acme Holding AG, CN=issuing')
    })

  test('has the issuer that signed it, and not another of the same name', async ({ assert }) => {
    for (const signing of [['-sha1'], ['-sha256']]) {
      const [held, other] = [
        await outsidePath({ issuing: { signing }, hasKeyIds: false }),
        await outsidePath({ issuing: { signing }, hasKeyIds: false }),
      ]
      const known = readAll([...other.chain, ...held.chain])
      const own = provenCertificate(new X509Certificate(held.certificate), known, new Date())
      assert.deepEqual(own.chain, held.chain)
    }
  })

  test('has the certificate of its issuer that is valid', async ({ assert }) => {
    for (const signing of [['-sha1'], ['-sha256']]) {
      const held = await outsidePath({ root: { signing }, issuing: { signing, days: 5 } })
      const known = readAll([...held.chain, held.renewed])
      const signer = new X509Certificate(held.certificate)
      const later = new Date(Date.now() + 10 * 24 * HOUR_MS)
      const own = provenCertificate(signer, known, later)
      assert.deepEqual(own.chain, [held.renewed, held.chain[1]])
      assert.throws(() => provenCertificate(signer, readAll(held.chain), later), /ended on/)
    }
  })

  test('can be made until its certificates below the root end, also where that signs with SHA-1', async ({
    assert,
  }) => {
    const { certificate, chain } = await outsidePath({ root: { signing: ['-sha1'], days: 5 } })
    const path = readAll([certificate, ...chain])
    const [leaf, authority, top] = path
    assert.isBelow(top!.validToDate.getTime(), leaf!.validToDate.getTime())
    const ends = [leaf!, authority!].map(({ validToDate }) => validToDate.getTime())
    assert.equal(endOf(path).getTime(), Math.min(...ends))
  })

  test('is altered where an enclosed authority did not issue what names it, as far as can be checked', async ({
    assert,
  }) => {
    const [held, other] = [await outsidePath({}), await outsidePath({})]
    const [, ...above] = held.chain
    const forged = { ...held, chain: [other.chain[0]!, ...above] }
    await assert.rejects(() => sealedWith(forged, [], new Date()), /nothing to do with it/)
    const named = await outsidePath({ issuing: { signing: ['-sha1'] } })
    const elsewhere = { ...named, chain: [...named.chain, outside.root.certificate] }
    await assert.rejects(() => sealedWith(elsewhere, [], new Date()), /nothing to do with it/)
  })

  test('is said to be by whom, with whose certificate, and that its issuer is not judged', async ({
    assert,
  }) => {
    const { bytes } = await sealedWith(await outside.issue('rsa', { at }))
    const { proves, limits } = sealWords(said(bytes), Phrasebook.in('en'))
    assert.include(proves, 'Sealed by Acme GmbH')
    const line = proves.find((one) => one.startsWith('Certificate:'))!
    assert.match(line, /O=Acme Holding AG.*, number \w+, issued by CN=Outside Trust Seals\./)
    assert.include(line, 'It is Acme GmbH’s own, which the authority of this service confirms.')
    assert.notInclude(proves.join(), 'has not been revoked')
    assert.isTrue(limits.some((one) => one.startsWith('Whether CN=Outside Trust Seals can be')))
    assert.isTrue(limits.some((one) => one.includes('revoked by its issuer')))
  })

  test('is foreign without the endorsement, and with one by somebody else', async ({ assert }) => {
    const held = await outside.issue('P-256', { at })
    const bare = await sealOrder(canonical, { credential: held })
    bare.signing.at = at
    const unendorsed = Buffer.from((await sealer.seal(bare)).bytes)
    assert.deepEqual(outcomeOf(said(unendorsed)), ['foreign', 'foreign_authority'])
    const { bytes } = await sealedWith(held)
    const elsewhere = await createAuthority({ name: 'Root', isTest: false, at })
    const seals = [{ der: elsewhere.certificate, isTest: false }]
    assert.deepEqual(outcomeOf(said(bytes, { ...roots, seals })), ['foreign', 'foreign_authority'])
  })

  test('no longer counts once the endorsement is revoked', async ({ assert }) => {
    const { bytes, endorsement } = await sealedWith(await outside.issue('P-256', { at }))
    const serial = Buffer.from(certificateId(endorsement, issuing.certificate).serialNumber)
    const reason = 'key_compromise' as const
    const revoked = [{ serial: serial.toString('hex'), reason, revokedAt: at }]
    assert.deepEqual(outcomeOf(said(bytes, { ...roots, revoked })), [
      'revoked',
      'certificate_revoked',
    ])
  })

  test('gets proofs for the long term from where its certificate says, of both paths', async ({
    assert,
    cleanup,
  }) => {
    const tsa = await LoopbackTsa.start({ isListed: true })
    cleanup(() => tsa.stop())
    const published = await PublishedStatus.open()
    cleanup(() => published.close())
    const { url } = published
    const held = await outside.issue('rsa', { at, responder: `${url}ocsp`, revocationList: url })
    const asked = certificateId(held.certificate, outside.issuing.certificate)
    const statuses = [{ asked, status: 'good' as const }]
    const now = new Date()
    published.answer = await statusResponse(outside.issuing, { statuses, nonce: null, at: now })
    published.list = await revocationList(outside.issuing, [], now)

    const { bytes: sealed, endorsement } = await sealedWith(held, [tsa.url])
    const trusted = [root.certificate]
    const chains = await sealer.chainsOf({ sealed, roots: trusted, known: [] })
    assert.lengthOf(chains.own, 3)
    const endorsed = certificateId(endorsement, issuing.certificate)
    const ours = [{ asked: endorsed, status: 'good' as const }]
    const stamp = await publishedStatus(chains.stamp, { http })
    const ownPath = { lists: [await revocationList(root, [], now), ...stamp.lists] }
    const ownAnswer = await statusResponse(issuing, { statuses: ours, nonce: null, at: now })
    const raised = async () => {
      const own = await publishedStatus(chains.own, {
        http,
        purpose: 'certificates',
        first: 'answers',
      })
      const proofs = {
        certificates: [...chains.seal, ...chains.own, ...chains.stamp],
        lists: [...ownPath.lists, ...own.lists],
        answers: [ownAnswer, ...own.answers],
      }
      return (await sealer.addProofs({ sealed, roots: trusted, proofs })).bytes
    }
    const byAnswer = said(await raised())
    assert.equal(published.asked.at(-1), 'POST /ocsp')
    assert.containsSubset(byAnswer, { verdict: 'whole', seal: { level: 'B-LT' } })
    // nothing is published about the authority itself
    assert.isFalse(byAnswer.seal!.ownCertificate!.isStatusKnown)
    published.answer = null
    const byList = said(await raised())
    assert.containsSubset(byList, { verdict: 'whole', seal: { level: 'B-LT' } })
    published.list = await revocationList(
      outside.issuing,
      [{ serial: hex(asked.serialNumber), reason: 'superseded', revokedAt: at }],
      now
    )
    await assert.rejects(raised, /nothing proves that its certificates were good/)
    published.list = null
    await assert.rejects(raised, /status 503/)
  })
})

function outcomeOf({ verdict, faults }: ReturnType<typeof examineFile>): string[] {
  return [verdict, ...faults]
}

function hex(serial: ArrayBuffer): string {
  return Buffer.from(serial).toString('hex')
}

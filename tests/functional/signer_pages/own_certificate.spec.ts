import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import type DraftRefused from '#app/documents/errors/draft_refused'
import { StoredFile } from '#app/documents/files/stored_file'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { sealWords } from '#app/sealing/verifier/seal_words'
import { Certificate } from '#app/signing/certificate/certificate'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inFolder, outsideProgram, textOf } from '#tests/domain/sealing/outside_program'
import { CertifiedSigner } from '#tests/support/certified_signer'
import { doWork } from '#tests/support/inline_work'
import { OutsideAuthority, type OutsideCertificate } from '#tests/support/outside_authority'
import { SigningLink } from '#tests/support/signing_link'

const REQUIRED = { ...ANA, certificate: 'required' as const }
const OPTIONAL = { ...BEN, certificate: 'optional' as const }
const TEXT = { type: 'text' as const, page: 1, x: 60, y: 300, width: 120, height: 24 }

test.group('Signing link | a certificate of one’s own', (group) => {
  let acme: Tenant
  let other: Tenant
  let ana: OutsideCertificate
  let ben: OutsideCertificate
  let brief: OutsideCertificate

  group.setup(async () => {
    ;[acme, other] = [await makeTenant(), await makeTenant()]
    const outside = await OutsideAuthority.make()
    ana = await outside.issue('rsa', { tenantName: 'Ana Buyer' })
    const until = new Date(Date.now() + DAY_MS)
    brief = await outside.issue('P-384', { tenantName: 'Brief', until })
    ben = await outside.issue('P-256', { tenantName: 'Ben Seller' })
  })
  group.each.teardown(() => clock.restore())

  const live = <T>(work: () => Promise<T>, tenant = acme) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const whole = (id: string) => live(async () => (await Document.whole(id))!)

  async function signerOf(document: Document, own: OutsideCertificate, at = 0, tenant = acme) {
    const signer = new CertifiedSigner(await SigningLink.of(tenant, document, { at }), own)
    await signer.arrive()
    return signer
  }

  async function asked(signers: SignerInput[] = [REQUIRED], tenant = acme) {
    const document = await live(() => makeDocument({ signers }), tenant)
    return { document, signer: await signerOf(document, ana, 0, tenant) }
  }

  async function pdfsig(pdf: Uint8Array) {
    return inFolder({ 'a.pdf': pdf }, async (path) => {
      const { output } = await outsideProgram('pdfsig', ['-nocert', path('a.pdf')])
      const all = (pattern: RegExp) => [...output.matchAll(pattern)].map(([, found]) => found)
      return {
        names: all(/Common Name: (.*)/g),
        fields: all(/Signature Field Name: (.*)/g),
        states: all(/Signature Validation: (.*)/g),
        isTotal: all(/(Not total|Total) document signed/g).map((said) => said === 'Total'),
      }
    })
  }

  test('adds a signature of theirs to the PDF, which the seal covers and others can check', async ({
    assert,
  }) => {
    const signers = [{ ...REQUIRED, fields: [...ANA.fields!, TEXT] }, OPTIONAL]
    const { document, signer } = await asked(signers)
    const second = await signerOf(document, ben, 1)
    const values = { [document.fields[1]!.id]: 'Blue' }
    // both prepare the same file: the one who comes second signs what it is by then
    const [own, stale] = [await signer.prepare({ values }), await second.prepare()]
    assert.equal((await signer.finish(own, {}, { values })).status, 200)
    const overtaken = await second.finish(stale)
    assert.deepEqual([overtaken.status, overtaken.body.error?.code], [409, 'signature_overtaken'])
    assert.equal((await second.finish(await second.prepare())).status, 200)
    await doWork(acme, 'seal')

    const done = await whole(document.id)
    assert.equal(done.status, 'completed')
    const pdf = await live(async () => (await StoredFile.sealed(done))!.read())
    const judged = await pdfsig(pdf)
    assert.lengthOf(judged.names, 3)
    assert.sameDeepOrderedMembers(judged.fields, ['Signature', 'Signature 2', 'Seal'])
    assert.sameDeepOrderedMembers(judged.names.slice(0, 2), [
      'Ana Buyer document seal',
      'Ben Seller document seal',
    ])
    assert.deepEqual(
      judged.states,
      Array.from({ length: 3 }, () => 'Signature is Valid.')
    )
    assert.deepEqual(judged.isTotal, [false, false, true])
    assert.include(await textOf(pdf), 'Blue')

    const client = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'documents:write'],
    })
    const signedWith = (name: string) => ({
      subject: `O=${name}, OU=Seals, CN=${name} document seal`,
      issuer: 'CN=Outside Trust Seals',
    })
    const told = await client.get(`/api/v1/documents/${document.id}`)
    assert.containSubset(told.body.signers, [
      { certificate: 'required', signedWith: signedWith('Ana Buyer') },
      { certificate: 'optional', signedWith: signedWith('Ben Seller') },
    ])

    const report = await SealVerification.of(pdf)
    assert.deepEqual([report.verdict, report.faults], ['whole', []])
    const by = (name: string) => ({ name, issuer: 'CN=Outside Trust Seals' })
    assert.deepEqual(
      report.signatures.map(({ by: holder, isUnchanged, signer: of }) => [holder, isUnchanged, of]),
      [
        ['Ana Buyer document seal', true, by(ANA.name)],
        ['Ben Seller document seal', true, by(BEN.name)],
      ]
    )
    const words = sealWords(report, Phrasebook.in('en'))
    assert.match(
      words.signatures[0]!,
      /^Ana Buyer, a signer of this document, with the certificate/
    )
    assert.include(words.limits.join(), 'issuers of signers’ certificates')
    assert.notInclude(words.limits.join(), 'signatures of others')
    // a digit of the name in each signature, the seal's last: it breaks that one and those behind it
    const [endOfAna, endOfBen] = report.signatures.map(({ coveredBytes }) => coveredBytes)
    const bentBehind = async (from: number) => {
      const bent = Buffer.from(pdf)
      bent[bent.indexOf('/Name <FEFF', from) + '/Name <FEFF00'.length]! ^= 1
      const { verdict, signatures } = await SealVerification.of(bent)
      return [verdict, ...signatures.map(({ isUnchanged, signer: of }) => of ?? isUnchanged)]
    }
    assert.deepEqual(await bentBehind(0), ['altered', false, false, false])
    assert.deepEqual(await bentBehind(endOfAna!), ['altered', true, false, false])
    assert.deepEqual(await bentBehind(endOfBen!), ['altered', true, true, false])

    const entries = await live(() => AuditTrail.read(document.id))
    const certified = entries.filter(({ action }) => action === 'signer.certificate_signed')
    assert.lengthOf(certified, 2)
    assert.include(certified[0]!.personal.subject, 'Ana Buyer')
    const verification = new AuditVerification(acme.ref, 'live')
    assert.deepEqual((await verification.ofDocument(document.id)).findings, [])
    const certificate = await textOf(await live(() => Certificate.of(done)))
    assert.include(certificate, 'Signed also with the certificate of')
    assert.include(certificate, 'not checked here: CN=Outside Trust Seals')
  })

  test('may be left out where it is optional, and where the sender lifts it', async ({
    assert,
  }) => {
    const { document } = await asked([{ ...REQUIRED, certificate: 'optional' }])
    const link = await SigningLink.of(acme, document)
    assert.equal((await link.finish()).status, 200)
    await doWork(acme, 'seal')
    assert.equal((await whole(document.id)).status, 'completed')

    const { document: strict, signer } = await asked()
    const refused = await signer.link.finish()
    assert.equal(refused.status, 422)
    assert.containSubset(refused.body.error, { details: [{ code: 'certificate_missing' }] })
    const correct = (certificate: 'required' | null) =>
      live(() =>
        Document.reference(strict.id).correct(strict.signers[0]!.id, { certificate }, OLGA)
      )
    await correct(null)
    assert.equal((await signer.link.finish()).status, 200)
  })

  test('is not asked of who signs in person, of several who have no place, or later', async ({
    assert,
  }) => {
    const codeOf = async (work: () => Promise<unknown>) => {
      try {
        await live(work)
        return null
      } catch (error) {
        return (error as DraftRefused).faults[0]!.code
      }
    }
    const here = { ...REQUIRED, inPerson: true }
    assert.equal(await codeOf(() => makeDocument({ signers: [here] })), 'no_certificate')
    const placeless = [REQUIRED, { ...BEN, fields: [] }]
    assert.equal(
      await codeOf(() => makeDocument({ signers: placeless })),
      'signature_field_missing'
    )
    const sent = await live(() => makeDocument({ signers: [ANA] }))
    const late = () => sent.correct(sent.signers[0]!.id, { certificate: 'required' }, OLGA)
    assert.equal(await codeOf(late), 'certificate_late')
  })

  test('counts for what was prepared with it, and for nothing else', async ({ assert }) => {
    const field = { ...REQUIRED, fields: [...ANA.fields!, TEXT] }
    const { document, signer } = await asked([field])
    const [, text] = document.fields
    const values = { [text!.id]: 'Blue' }
    const good = await signer.prepare({ values })
    const elsewhere = await asked([field], other)
    const twin = await asked([field])
    // all that went into it comes along: the same file, entries, certificate and time
    const replayOf = async ({ document: of, signer: by }: typeof twin) => {
      const prepared = await by.prepare({ values: { [of.fields[1]!.id]: 'Blue' } })
      assert.equal(prepared.base, good.base)
      return { at: prepared.at, value: by.value(prepared) }
    }
    const later = new Date(new Date(good.at).getTime() + 1000).toISOString()
    const asBen = new CertifiedSigner(signer.link, ben)
    const attacks = {
      'another digest': { value: signer.value({ toBeSigned: 'AAAA' }) },
      'another time': { at: later },
      'another certificate': { certificates: asBen.certificates },
      'another key': { value: asBen.value(good) },
      'the value of another document': await replayOf(twin),
      'the value of another tenant': await replayOf(elsewhere),
      'no value': { value: 'AA==' },
      'a value that is too long': { value: Buffer.alloc(2000).toString('base64') },
    }
    for (const [attack, changed] of Object.entries(attacks)) {
      const answer = await signer.finish(good, changed, { values })
      assert.equal(answer.status, 422, attack)
    }
    const answeredAnew = await signer.finish(good, {}, { values: { [text!.id]: 'Red' } })
    assert.containSubset(answeredAnew.body.error, { details: [{ code: 'certificate_value' }] })
    const unread = (await whole(document.id)).signers[0]!
    assert.deepEqual([unread.status, unread.certified], ['sent', null])
    clock.travel(16 * 60_000)
    assert.equal((await signer.finish(good, {}, { values })).status, 409)
    const anew = await signer.prepare({ values })
    assert.equal((await signer.finish(anew, {}, { values })).status, 200)
    assert.notEqual((await signer.finish(anew, {}, { values })).status, 200)
  })

  test('is refused where it has ended, is weak or an authority’s, or is none', async ({
    assert,
  }) => {
    const { document, signer } = await asked()
    const code = async (certificates: string[]) => {
      const { status, body } = await signer.ask(certificates)
      const [fault] = (body.error?.details ?? []) as { code: string }[]
      return [status, fault?.code]
    }
    const [own, issuing] = signer.certificates
    const weak = await selfSigned('-sha1', ana)
    assert.deepEqual(await code([issuing!]), [422, 'certificate_unfit'])
    assert.deepEqual(await code([weak]), [422, 'certificate_unfit'])
    assert.deepEqual(await code(['AAAA']), [422, 'certificate_unreadable'])
    assert.deepEqual(await code([]), [422, 'certificate_unreadable'])
    const large = Buffer.alloc(9000, 1).toString('base64')
    assert.deepEqual(await code([large]), [422, 'certificate_unreadable'])
    const many = Array.from({ length: 7 }, () => own!)
    assert.deepEqual(await code(many), [422, 'certificate_unreadable'])
    clock.travel(2 * DAY_MS)
    const ended = new CertifiedSigner(signer.link, brief).certificates
    assert.deepEqual(await code(ended), [422, 'certificate_term'])
    clock.restore()
    const plain = await live(() => makeDocument({ signers: [ANA] }))
    const unasked = await signerOf(plain, ana)
    const answer = await unasked.ask()
    assert.containSubset(answer.body.error, { details: [{ code: 'certificate_not_asked' }] })
    assert.isNull((await whole(document.id)).signers[0]!.certified)
  })
})

/** By OpenSSL, with an algorithm that nobody should use. @returns base64 of DER */
async function selfSigned(digest: string, { privateKey }: OutsideCertificate): Promise<string> {
  const key = { key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' } as const
  const pem = createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' })
  return inFolder({ 'key.pem': pem.toString() }, async (path) => {
    const usage = ['-addext', 'keyUsage=digitalSignature', '-addext', 'basicConstraints=CA:FALSE']
    const made = ['-key', path('key.pem'), '-subj', '/CN=Ana', '-outform', 'DER', ...usage]
    await outsideProgram('openssl', ['req', '-x509', digest, ...made, '-out', path('a.der')])
    return (await readFile(path('a.der'))).toString('base64')
  })
}

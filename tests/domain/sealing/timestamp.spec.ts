import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { ContentInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { TimeStampResp } from '@peculiar/asn1-tsp'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { Intake } from '#app/sealing/intake/intake'
import { createAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { signatureValueOf } from '#app/sealing/later_timestamp'
import { signedBy } from '#app/sealing/pades/signatory'
import { TimestampAuthorities } from '#app/sealing/pades/timestamp_authorities'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { Sealer } from '#app/sealing/seal'
import { verifySeal } from '#app/sealing/seal_verifier'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import { sealWords } from '#app/sealing/verifier/seal_words'
import { newestToken, withAnyToken } from './any_token.js'
import { browserExaminer } from './browser_examiner.js'
import { onePage } from './intake/hostile_pdf.js'
import { LoopbackTsa } from './loopback_tsa.js'
import { inFolder, outsideProgram } from './outside_program.js'
import { sealOrder, testAuthority } from './sealing_order.js'

const YEAR_MS = 365 * 86_400_000

const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({
  maxThreads: 1,
  intake,
  timestampAuthorities: async (urls) =>
    new TimestampAuthorities(urls.map((url) => new TimestampAuthority(url, { http }))),
})

test.group('Time stamp | of a seal', (group) => {
  let tsa: LoopbackTsa
  group.setup(async () => {
    tsa = await LoopbackTsa.start()
  })
  group.teardown(async () => {
    await tsa.stop()
    await sealer.close()
    intake.close()
  })

  /** Sealed now by the authority's clock, and a year ago as the seal claims unless it is told otherwise. */
  async function stamped(urls = [tsa.url], ageMs = YEAR_MS, at = new Date()) {
    const { canonical } = await intake.examine(onePage())
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: true, at }
    const authority = await createAuthority({ name: 'Root', isTest: true, at })
    const credential = await issueLeaf(authority, tenant)
    const order = await sealOrder(canonical, { credential })
    order.signing.at = new Date(Date.now() - ageMs)
    order.signing.timestampUrls = urls
    return { ...(await sealer.seal(order)), roots: [authority.certificate] }
  }

  test('is inside the file, which others find valid', async ({ assert }) => {
    const { bytes } = await stamped()
    await inFolder({ 'a.pdf': bytes }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(output, 'Signature is Valid.')
      assert.include(output, 'Total document signed')
    })
  })

  test('tells when the file was sealed, whatever the seal claims', async ({ assert }) => {
    const { bytes, roots } = await stamped()
    const { valid, signedAt, isTimestamped } = verifySeal(bytes, { roots })
    assert.isTrue(valid)
    assert.isTrue(isTimestamped)
    assert.isBelow(Date.now() - signedAt!.getTime(), YEAR_MS / 2)
  })

  test('comes from the next authority when the first does not answer', async ({ assert }) => {
    const { bytes, roots, level } = await stamped(['http://127.0.0.1:1/', tsa.url])
    assert.equal(level, 'B-T')
    assert.isTrue(verifySeal(bytes, { roots }).isTimestamped)
  })

  test('is left out where by its time the certificate has not begun, and the seal is valid without it', async ({
    assert,
  }) => {
    const ahead = new Date(Date.now() + YEAR_MS)
    const { bytes, roots, level } = await stamped([tsa.url], -YEAR_MS, ahead)
    assert.equal(level, 'B-B')
    assert.include(verifySeal(bytes, { roots }), { valid: true, isTimestamped: false })
  })

  test('is left out when no authority answers, and the seal is valid without it', async ({
    assert,
  }) => {
    const silent = ['http://127.0.0.1:1/', 'http://127.0.0.1:2/']
    const { bytes, roots, level } = await stamped(silent, 0)
    assert.equal(level, 'B-B')
    assert.containsSubset(verifySeal(bytes, { roots }), { valid: true, isTimestamped: false })
    await inFolder({ 'a.pdf': bytes }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(output, 'Signature is Valid.')
      assert.include(output, 'Total document signed')
    })
  })

  for (const curve of ['P-224', 'brainpoolP320r1'])
    test(`is not taken from an authority on ${curve}, which browsers cannot check`, async ({
      assert,
    }) => {
      const other = await LoopbackTsa.start()
      await other.renew(2, ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`])
      const authority = new TimestampAuthority(other.url, { http })
      await assert.rejects(() => authority.stamp(Buffer.from('x')), /cannot be checked in browsers/)
      assert.equal((await stamped([other.url, tsa.url], 0)).level, 'B-T')
      assert.equal((await stamped([other.url], 0)).level, 'B-B')
      await other.stop()
    })

  test('does not count on such a curve, and the file is whole without it, also in browsers', async ({
    assert,
  }) => {
    const other = await LoopbackTsa.start()
    await other.renew(2, ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-224'])
    const { canonical } = await intake.examine(onePage())
    const order = await sealOrder(canonical, {})
    const signing = { ...order.signing, at: new Date(), isStampedLater: true }
    const { bytes } = await sealer.seal({ ...order, signing })
    const authority = new TimestampAuthority(other.url, { http })
    await authority.stamp(Buffer.from(signatureValueOf(bytes))).catch(() => null)
    await other.stop()
    const file = withAnyToken(bytes, newestToken(other))
    const seals = [{ der: (await testAuthority()).certificate, isTest: true }]
    const roots = { seals, timestamps: [], revoked: [] }
    const report = examineFile(file, roots)
    assert.equal(report.verdict, 'whole')
    assert.containSubset(report.seal, {
      timestamp: null,
      level: 'B-B',
      hasUncheckedTimestamp: true,
      claimedAt: new Date(Math.floor(signing.at.getTime() / 1000) * 1000).toISOString(),
    })
    assert.deepEqual((await browserExaminer())(file, roots), report)
    const { limits } = sealWords(report, Phrasebook.in('en'))
    assert.include(limits.join(), 'its time stamp uses an algorithm that cannot be checked here')
  })

  test('must lead to one of the roots that are named', async ({ assert }) => {
    const rootOf = async (name: string) => new X509Certificate(await readFile(tsa.path(name)))
    const value = Buffer.from('a signature value')
    const by = (root: X509Certificate) =>
      new TimestampAuthority(tsa.url, { http, roots: [root] }).stamp(value)
    assert.isAbove((await by(await rootOf('authority.pem'))).length, 100)
    const { certificate } = await createAuthority({
      name: 'Another root',
      isTest: true,
      at: new Date(),
    })
    await assert.rejects(
      () => by(new X509Certificate(certificate)),
      /does not lead to an authority/
    )
  })

  test('is accepted by openssl ts for the signature value', async ({ assert }) => {
    const value = Buffer.from('a signature value')
    const token = await new TimestampAuthority(tsa.url, { http }).stamp(value)
    await writeFile(tsa.path('value'), value)
    await writeFile(tsa.path('token'), token)
    const { output, exitCode } = await outsideProgram('openssl', [
      ...['ts', '-verify', '-data', tsa.path('value'), '-in', tsa.path('token'), '-token_in'],
      ...['-CAfile', tsa.path('authority.pem')],
    ])
    assert.include(output, 'Verification: OK')
    assert.equal(exitCode, 0)
  })
})

test.group('Time stamp | refused', (group) => {
  let tsa: LoopbackTsa
  group.setup(async () => {
    tsa = await LoopbackTsa.start()
  })
  group.each.setup(() => () => {
    tsa.answer = null
  })
  group.teardown(() => tsa.stop())

  const stamp = (value: string) =>
    new TimestampAuthority(tsa.url, { http }).stamp(Buffer.from(value))

  test('when it answers an earlier question', async ({ assert }) => {
    await stamp('a')
    const earlier = tsa.replies.at(-1)!
    tsa.answer = () => ({ body: earlier })
    await assert.rejects(() => stamp('a'), /another question/)
  })

  test('when it is about something else', async ({ assert }) => {
    await stamp('a')
    const other = tsa.replies.at(-1)!
    tsa.answer = () => ({ body: other })
    await assert.rejects(() => stamp('b'), /about something else/)
  })

  test('when one of its bytes was changed', async ({ assert }) => {
    tsa.answer = (reply) => {
      const changed = Buffer.from(reply)
      changed[changed.length - 3]! ^= 1
      return { body: changed }
    }
    await assert.rejects(() => stamp('a'), /gave no usable time stamp/)
  })

  test('when it is by a certificate for other things', async ({ assert }) => {
    const at = new Date()
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme', isTest: true, at }
    const leaf = await issueLeaf(await testAuthority(), tenant)
    const forged = AsnConvert.parse(signedBy(leaf, Buffer.alloc(32)).encode(), ContentInfo)
    tsa.answer = (reply) => {
      const response = AsnConvert.parse(reply, TimeStampResp)
      response.timeStampToken = forged
      return { body: Buffer.from(AsnConvert.serialize(response)) }
    }
    await assert.rejects(() => stamp('a'), /gave no usable time stamp/)
  })

  test('when the authority says no, or nothing that can be read', async ({ assert }) => {
    // PKIStatusInfo with status 2, rejection
    tsa.answer = () => ({ body: Buffer.from('30053003020102', 'hex') })
    await assert.rejects(() => stamp('a'), /refused with status 2/)
    tsa.answer = () => ({ body: Buffer.from('30053003020100', 'hex') })
    await assert.rejects(() => stamp('a'), /has no time stamp/)
    tsa.answer = () => ({ body: Buffer.from('<html>') })
    await assert.rejects(() => stamp('a'), /cannot be read/)
    tsa.answer = () => ({ status: 503, body: Buffer.from('') })
    await assert.rejects(() => stamp('a'), /status 503/)
    tsa.answer = () => ({ body: Buffer.alloc(100_000) })
    await assert.rejects(() => stamp('a'), /too long/)
  })

  test('when it is behind a private address, unless that was opened', async ({ assert }) => {
    const guarded = new TimestampAuthority(tsa.url, { http: new PublicHttp() })
    await assert.rejects(() => guarded.stamp(Buffer.from('a')))
  })
})

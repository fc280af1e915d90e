import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import {
  createAuthority,
  issueAuthority,
  issueLeaf,
  type Credential,
} from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { signatureValueOf } from '#app/sealing/later_timestamp'
import { lastingUntil } from '#app/sealing/long_term/archive'
import { withProofs } from '#app/sealing/long_term/proof_revision'
import { publishedStatus } from '#app/sealing/long_term/published_status'
import { coveredBy, withRoomForStamp } from '#app/sealing/long_term/stamp_revision'
import { certificateId } from '#app/sealing/ocsp/certificate_id'
import { statusResponse } from '#app/sealing/ocsp/status_response'
import { fillSlot } from '#app/sealing/pades/signature_dictionary'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { NUMBERINGS, type Numbering } from '#app/sealing/pdf/pdf_section'
import { revocationList } from '#app/sealing/revocation_list'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'
import { sealWords } from '#app/sealing/verifier/seal_words'
import { newestToken, withAnyToken } from './any_token.js'
import { archivalPage } from './archival_page.js'
import { browserExaminer } from './browser_examiner.js'
import { onePage, rawPdf, stream } from './intake/hostile_pdf.js'
import { EC_KEY, LoopbackTsa, P224_KEY, RSA_KEY } from './loopback_tsa.js'
import { inFolder, outsideProgram, rasterOf } from './outside_program.js'
import { archivalFaults } from './rules/archival_rules.js'
import { sealOrder } from './sealing_order.js'

const HOUR_MS = 3_600_000
const TENANT = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false }
const UNIT = 'CN=Loopback time stamps, unit 1'

test.group('A time stamp over a sealed file and its proofs', (group) => {
  const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
  const intake = new Intake({ maxProcesses: 1 })
  const at = new Date(Date.now() - HOUR_MS)
  let sealer: Sealer
  let tsa: LoopbackTsa
  let root: Credential
  let sealed: Buffer
  let roots: TrustedRoots
  let proven: Buffer
  let stamped: Buffer
  let inBrowsers: typeof examineFile

  group.setup(async () => {
    tsa = await LoopbackTsa.start({ isListed: true })
    inBrowsers = await browserExaminer()
    sealer = new Sealer({
      maxThreads: 1,
      intake,
      timestampAuthorities: async ([url]) => new TimestampAuthority(url!, { http }),
    })
    root = await createAuthority({ name: 'Root', isTest: false, at })
    roots = { seals: [{ der: root.certificate, isTest: false }], timestamps: [], revoked: [] }
    ;({ sealed, proven } = await sealedBy(tsa))
    stamped = await archived(proven)
    return async () => {
      await sealer.close()
      await tsa.stop()
      intake.close()
    }
  })

  /** With proofs for the long term behind it. */
  async function sealedBy(authority: LoopbackTsa, pdf?: Uint8Array) {
    const { canonical } = await intake.examine(pdf ?? onePage('', '0 0 10 10 re f'))
    return sealedAs(canonical, authority)
  }

  async function sealedAs(canonical: Uint8Array, authority: LoopbackTsa) {
    const issuing = await issueAuthority(root, { name: 'Issuing', isTest: false, at })
    const leaf = await issueLeaf(issuing, { ...TENANT, at })
    const order = await sealOrder(canonical, { credential: leaf })
    order.signing.at = at
    order.signing.timestampUrls = [authority.url]
    const file = Buffer.from((await sealer.seal(order)).bytes)
    const asked = { sealed: file, roots: [root.certificate] }
    const chains = await sealer.chainsOf({ ...asked, known: [] })
    const status = await publishedStatus(chains.stamp, { http })
    const certificate = certificateId(leaf.certificate, issuing.certificate)
    const statuses = [{ asked: certificate, status: 'good' as const }]
    const proofs = {
      certificates: [...chains.seal, ...chains.stamp],
      lists: [await revocationList(root, [], new Date()), ...status.lists],
      answers: [
        await statusResponse(issuing, { statuses, nonce: null, at: new Date() }),
        ...status.answers,
      ],
    }
    const raised = Buffer.from((await sealer.addProofs({ ...asked, proofs })).bytes)
    return { sealed: file, proven: raised, status, proofs }
  }

  const orderOf = (file: Buffer, sealedBytes = sealed.length) => ({
    file,
    sealedBytes,
    roots: [root.certificate],
  })

  async function made(file: Buffer, sealedBytes?: number) {
    const order = orderOf(file, sealedBytes)
    const chain = await sealer.newestChain({ ...order, known: [] })
    const proofs = chain && { certificates: chain, ...(await publishedStatus(chain, { http })) }
    return sealer.archive({ ...order, proofs }, [tsa.url])
  }

  const archived = async (file: Buffer) => Buffer.from((await made(file)).bytes)

  /** As the server and as browsers see it, which must agree. */
  function said(bytes: Uint8Array, trusted = roots) {
    const report = examineFile(bytes, trusted)
    const browser = inBrowsers(bytes, trusted)
    if (JSON.stringify(browser) !== JSON.stringify(report))
      throw new Error(`A browser says ${JSON.stringify(browser)}`)
    return report
  }

  const verdictOf = (bytes: Uint8Array) => {
    const { verdict, faults } = said(bytes)
    return [verdict, ...faults]
  }

  /** Another's stamp, in the form of ours. @param about  what it is made of, where that is not the file */
  async function forged(
    file: Buffer,
    authority: LoopbackTsa,
    { about, numbering }: { about?: Buffer; numbering?: Numbering } = {}
  ) {
    const { bytes, slot } = withRoomForStamp(file, 6_000, numbering)
    const by = new TimestampAuthority(authority.url, { http })
    fillSlot(bytes, slot, Buffer.from(await by.stamp(about ?? coveredBy(bytes, slot))))
    return bytes
  }

  test('is part of a file that was altered where what it is made of cannot be read', ({
    assert,
  }) => {
    const garbage = [Buffer.from('no DER')]
    const kinds = ['certificates', 'lists', 'answers'] as const
    const none = { certificates: [], lists: [], answers: [] }
    for (const kind of kinds) {
      const file = withProofs(sealed, { ...none, [kind]: garbage })
      const report = examineFile(file, roots)
      assert.equal(report.verdict, 'altered', kind)
      assert.deepEqual(inBrowsers(file, roots), report)
    }
    // a token may enclose what nothing rests on; whatever is damaged, there is a verdict
    const text = stamped.toString('latin1')
    const token = text.lastIndexOf('/Contents <') + '/Contents <'.length
    const verdicts = new Set<string>()
    for (let place = token; place < token + 4_000; place += 50) {
      const damaged = Buffer.from(`${text.slice(0, place)}00${text.slice(place + 2)}`, 'latin1')
      verdicts.add(examineFile(damaged, roots).verdict)
    }
    assert.include([...verdicts], 'altered')
  })

  test('leaves a file PDF/A, and so do the proofs below it', async ({ assert }) => {
    const { sealed: file, proven: raised } = await sealedBy(tsa, await archivalPage())
    const { bytes } = await made(raised, file.length)
    for (const each of [file, raised, bytes]) assert.deepEqual(await archivalFaults(each), [])
  })

  test('leaves every byte as it was, and says by whom and until when', ({ assert }) => {
    assert.isTrue(stamped.subarray(0, proven.length).equals(proven))
    const { verdict, faults, seal, signatures } = said(stamped)
    assert.deepEqual([verdict, ...faults], ['whole'])
    const { level, documentTimestamps, provenUntil, unprovenAuthorities } = seal!
    assert.deepEqual([level, seal!.coveredBytes], ['B-LTA', sealed.length])
    assert.lengthOf(documentTimestamps, 1)
    const [{ authority, isTrusted, validUntil }] = documentTimestamps
    assert.deepEqual([authority, isTrusted, validUntil], [UNIT, null, provenUntil])
    assert.closeTo(new Date(provenUntil!).getTime(), Date.now() + 48 * HOUR_MS, HOUR_MS)
    assert.deepEqual(unprovenAuthorities, [UNIT])
    assert.isEmpty(signatures)
    const { proves, limits } = sealWords(said(stamped), Phrasebook.in('en'))
    assert.isTrue(proves.some((line) => line.startsWith('Its time stamps can be checked until')))
    assert.isTrue(proves.some((line) => line.includes('(PAdES B-LTA)')))
    assert.isTrue(limits.some((line) => line.endsWith(UNIT)))
  })

  test('is by a stranger where another root is trusted', ({ assert }) => {
    const trusted = { ...roots, timestamps: [root.certificate] }
    assert.deepEqual(said(stamped, trusted).faults, ['timestamp_wrong', 'stamp_wrong'])
  })

  test('convinces openssl and poppler, and shows nothing on the pages', async ({ assert }) => {
    const [, start, second, rest] = /.*\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/s
      .exec(stamped.toString('latin1'))!
      .slice(1)
      .map(Number) as [number, number, number, number]
    const covered = [stamped.subarray(0, start), stamped.subarray(second, second + rest)]
    const token = Buffer.from(stamped.toString('latin1', start + 1, second - 1), 'hex')
    const files = { 'data': Buffer.concat(covered), 'token.der': token, 'a.pdf': stamped }
    await inFolder(files, async (path) => {
      const { output } = await outsideProgram('openssl', [
        ...['ts', '-verify', '-data', path('data'), '-token_in', '-in', path('token.der')],
        ...['-CAfile', tsa.path('authority.pem')],
      ])
      assert.include(output, 'Verification: OK')
      const signatures = await outsideProgram('pdfsig', [path('a.pdf')])
      assert.include(signatures.output, 'Signature is Valid.')
    })
    const [before, after] = [await rasterOf(sealed), await rasterOf(stamped)]
    assert.isTrue(before.gray.equals(after.gray))
  })

  test('is renewed by another over proofs of the first, and lasts longer', async ({ assert }) => {
    await tsa.renew(9, RSA_KEY)
    const { bytes, provenUntil, algorithms } = await made(stamped)
    const renewed = Buffer.from(bytes)
    assert.deepEqual(algorithms, ['rsa-2048', 'sha256'])
    assert.isTrue(renewed.subarray(0, stamped.length).equals(stamped))
    const { verdict, seal } = said(renewed)
    assert.equal(verdict, 'whole')
    assert.lengthOf(seal!.documentTimestamps, 2)
    assert.equal(seal!.provenUntil, provenUntil.toISOString())
    assert.closeTo(provenUntil.getTime(), Date.now() + 9 * 24 * HOUR_MS, HOUR_MS)
    assert.lengthOf(renewed.toString('latin1').match(/\/Type \/DSS/g)!, 2)
    const cut = renewed.subarray(0, renewed.lastIndexOf('%%EOF\n', renewed.length - 20) + 6)
    assert.deepEqual(verdictOf(cut), ['altered', 'appended', 'proofs_added', 'behind_stamp'])
  })

  test('is found out where it is about something else, or something stands behind it', async ({
    assert,
  }) => {
    const elsewhere = await forged(proven, tsa, { about: sealed })
    assert.deepEqual(verdictOf(elsewhere), ['altered', ...ADDED, 'stamp_wrong'])
    const noToken = withRoomForStamp(proven, 100).bytes
    assert.deepEqual(verdictOf(noToken), ['altered', ...ADDED, 'stamp_wrong'])
    const digit = stamped.lastIndexOf('>\n>>\nendobj') - 4_000
    assert.equal(verdictOf(flipped(stamped, digit)).at(-1), 'stamp_wrong')
    const shorter = narrowed(stamped, sealed.length)
    assert.deepEqual(verdictOf(shorter), ['altered', ...ADDED, 'stamp_wrong'])
    const proofs = { certificates: [root.certificate], lists: [], answers: [] }
    const more = withProofs(stamped, proofs)
    assert.deepEqual(verdictOf(more), ['altered', 'appended', 'proofs_added', 'behind_stamp'])
    const blank = Buffer.concat([stamped, Buffer.from('\n')])
    assert.equal(verdictOf(blank)[0], 'altered')
    assert.equal(verdictOf(await forged(sealed, tsa))[0], 'altered', 'without proofs below it')
    assert.deepEqual(verdictOf(flipped(stamped, 400)), ['altered', ...ADDED, 'bytes_changed'])
  })

  test('is whole with proofs over a file that names what it does not have, as any release has numbered them', async ({
    assert,
  }) => {
    const names = Array.from({ length: 1_000 }, (_, index) => `${9 + 2 * index} 0 R`)
    const canonical = rawPdf(
      [
        `<</Type /Catalog /Pages 2 0 R /Mine [${names.join(' ')}]>>`,
        '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /CropBox [0 0 300 200] /Rotate 0 /Contents 4 0 R /Resources <<>> >>',
        stream(Buffer.from('0 0 10 10 re f')),
      ],
      '/ID [<00> <00>]'
    )
    const { sealed: file, proofs } = await sealedAs(canonical, tsa)
    const raised = NUMBERINGS.map((numbering) => withProofs(file, proofs, numbering))
    assert.isFalse(raised[0]!.equals(raised[1]!))
    for (const [index, numbering] of NUMBERINGS.entries())
      assert.deepEqual(verdictOf(await forged(raised[index]!, tsa, { numbering })), ['whole'])
  })

  test('does not cover for anything else in its revision, no matter who stamped that', async ({
    assert,
  }) => {
    const plain = await forged(proven, tsa)
    assert.deepEqual(verdictOf(plain), ['whole'])
    for (const [from, to] of [
      ['/T (Timestamp 1)', '/T (Timestamp 2)'],
      ['/Pages ', '/Pagez '],
      ['/Rect [ 0 0 0 0 ]', '/Rect [ 0 0 9 9 ]'],
    ] as const) {
      const { bytes, slot } = withRoomForStamp(proven, 6_000)
      const place = bytes.indexOf(from, proven.length, 'latin1')
      assert.isAbove(place, 0, from)
      bytes.write(to, place, 'latin1')
      const by = new TimestampAuthority(tsa.url, { http })
      fillSlot(bytes, slot, Buffer.from(await by.stamp(coveredBy(bytes, slot))))
      assert.equal(verdictOf(bytes)[0], 'altered', to)
    }
  })

  test('has answers where its authority names a responder, and says where there are none', async ({
    assert,
  }) => {
    const answering = await LoopbackTsa.start({ isAnswered: true })
    const silent = await LoopbackTsa.start()
    try {
      const answered = await sealedBy(answering)
      assert.deepEqual([answered.status.lists.length, answered.status.answers.length], [0, 1])
      assert.deepEqual(said(answered.proven).seal!.unprovenAuthorities, [])
      const open = await sealedBy(silent)
      assert.containsSubset(said(open.proven), { verdict: 'whole', seal: { level: 'B-LT' } })
      assert.deepEqual(said(open.proven).seal!.unprovenAuthorities, [UNIT])
    } finally {
      await answering.stop()
      await silent.stop()
    }
  })

  const certificateIn = async (authority: LoopbackTsa, name: string) =>
    new X509Certificate(await readFile(authority.path(name))).raw

  /** Its token, which is not taken. */
  async function uncheckedToken(authority: LoopbackTsa, about: Uint8Array) {
    const by = new TimestampAuthority(authority.url, { http })
    await by.stamp(about).catch(() => null)
    return newestToken(authority)
  }

  test('cannot be checked where browsers lack its algorithm, nor proofs of it, and the file is whole without', async ({
    assert,
    cleanup,
  }) => {
    const other = await LoopbackTsa.start({ isListed: true })
    cleanup(() => other.stop())
    const first = await sealedBy(other)
    await other.renew(2, P224_KEY)
    const token = await uncheckedToken(other, signatureValueOf(first.sealed))
    const file = withAnyToken(first.sealed, token)
    const others = first.proofs.certificates.slice(0, -2)
    const chain = [
      await certificateIn(other, 'stamping.pem'),
      await certificateIn(other, 'authority.pem'),
    ]
    const proofs = { ...first.proofs, certificates: [...others, ...chain] }
    const raised = withProofs(file, proofs)
    const unproven = { level: 'B-B', hasUncheckedTimestamp: true, coveredBytes: file.length }
    const isWithout = { verdict: 'whole', faults: [], seal: unproven, signatures: [] }
    assert.containsSubset(said(raised), isWithout)
    const { bytes, slot } = withRoomForStamp(raised, 6_000)
    const later = Buffer.from(bytes)
    fillSlot(later, slot, Buffer.from(await uncheckedToken(other, coveredBy(bytes, slot))))
    assert.containsSubset(said(later), isWithout)
    assert.deepEqual(said(later).signatures, [])
    const elsewhere = await certificateIn(tsa, 'authority.pem')
    for (const [kind, der] of [
      ['certificates', elsewhere],
      ['lists', await revocationList(root, [], new Date())],
    ] as const) {
      const foreign = { ...proofs, [kind]: [...proofs[kind], der] }
      assert.deepEqual(verdictOf(withProofs(file, foreign)), [
        'altered',
        'appended',
        'proofs_added',
      ])
    }
    const about = Buffer.from(await uncheckedToken(other, Buffer.from('something else')))
    const wrong = Buffer.from(bytes)
    fillSlot(wrong, slot, about)
    assert.equal(verdictOf(wrong)[0], 'altered')
    await assert.rejects(
      () => sealer.chainsOf({ sealed: file, roots: [root.certificate], known: [] }),
      /its time stamp cannot be checked/
    )
  })

  test('over a seal that holds does not count where browsers lack its algorithm', async ({
    assert,
    cleanup,
  }) => {
    const other = await LoopbackTsa.start()
    cleanup(() => other.stop())
    await other.renew(2, P224_KEY)
    const { bytes, slot } = withRoomForStamp(proven, 6_000)
    fillSlot(bytes, slot, Buffer.from(await uncheckedToken(other, coveredBy(bytes, slot))))
    const { verdict, seal, signatures } = said(bytes)
    assert.deepEqual([verdict, signatures], ['whole', []])
    assert.containsSubset(seal, { level: 'B-LT', documentTimestamps: [], provenUntil: null })
    await tsa.renew(2)
    const renewed = said(await archived(bytes)).seal!
    assert.equal(renewed.level, 'B-LTA')
    assert.lengthOf(renewed.documentTimestamps, 1)
  })

  test('is by an authority whose issuer cannot be checked, of which nothing is proved', async ({
    assert,
    cleanup,
  }) => {
    const other = await LoopbackTsa.start({ isListed: true })
    cleanup(() => other.stop())
    await other.renew(2, EC_KEY, ['-sha1'])
    const first = await sealedBy(other)
    const authority = await certificateIn(other, 'authority.pem')
    const all = first.proofs.certificates.filter((der) => !Buffer.from(der).equals(authority))
    const proofs = {
      ...first.proofs,
      certificates: [...all, authority],
      lists: [first.proofs.lists[0]!, await readFile(other.path('list.crl'))],
    }
    const raised = withProofs(first.sealed, proofs)
    const stampedAgain = await forged(raised, other)
    for (const [file, level] of [
      [raised, 'B-LT'],
      [stampedAgain, 'B-LTA'],
    ] as const) {
      const seal = { level, unprovenAuthorities: [UNIT] }
      assert.containsSubset(said(file), { verdict: 'whole', faults: [], seal })
    }
    const trusted = { ...roots, timestamps: [authority] }
    const seal = { level: 'B-B', timestamp: null, hasUncheckedTimestamp: true }
    for (const file of [first.sealed, raised, stampedAgain])
      assert.containsSubset(said(file, trusted), { verdict: 'whole', seal })
    const elsewhere = { ...roots, timestamps: [await certificateIn(tsa, 'authority.pem')] }
    assert.deepEqual(said(first.sealed, elsewhere).faults, ['timestamp_wrong'])
  })

  test('proves nothing of the time before if the one before it had ended', ({ assert }) => {
    const day = (number: number) => new Date(Date.UTC(2030, 0, number))
    const stamp = (from: number, until: number) => ({ at: day(from), validUntil: day(until) })
    assert.deepEqual(lastingUntil(day(5), [stamp(1, 10), stamp(9, 20)]), day(20))
    assert.deepEqual(lastingUntil(day(5), [stamp(1, 10), stamp(11, 20)]), day(10))
    assert.deepEqual(lastingUntil(day(5), [stamp(6, 20)]), day(5))
  })

  test('is never made of what is no seal with proofs', async ({ assert }) => {
    const asked = { ...orderOf(sealed), proofs: null }
    await assert.rejects(() => sealer.archive(asked, [tsa.url]), /does not prove it/)
    assert.isNull(await sealer.newestChain({ ...orderOf(proven), known: [] }))
    assert.equal(new X509Certificate(root.certificate).ca, true)
  })
})

const ADDED = ['appended', 'annotation_added', 'signature_added', 'proofs_added']

function flipped(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[place]! ^= 1
  return changed
}

/** The range of its last stamp says that only so much is covered. */
function narrowed(bytes: Buffer, end: number): Buffer {
  const changed = Buffer.from(bytes)
  const range = changed.lastIndexOf('/ByteRange [')
  changed.write(
    `0 ${String(end - 10).padStart(10)} ${String(end).padStart(10)} ${'0'.padStart(10)}`,
    range + 12
  )
  return changed
}

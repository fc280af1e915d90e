import { deepEqual } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { createAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { Intake } from '#app/sealing/intake/intake'
import { signedBy } from '#app/sealing/pades/signatory'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'
import { browserExaminer } from './browser_examiner.js'
import { onePage } from './intake/hostile_pdf.js'
import { sealOrder, SEALED_AT, testAuthority } from './sealing_order.js'

/** The classes of pdf-insecurity.org, and what else may happen to a sealed file. */
test.group('Seal examiner | attacks', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1 })
  let canonical: Uint8Array
  let sealed: Buffer
  let roots: TrustedRoots
  let inBrowsers: typeof examineFile

  group.setup(async () => {
    inBrowsers = await browserExaminer()
    canonical = (await intake.examine(onePage('', '0 0 10 10 re f'))).canonical
    sealed = Buffer.from((await sealer.seal(await sealOrder(canonical))).bytes)
    const { certificate } = await testAuthority()
    roots = { seals: [{ der: certificate, isTest: true }], timestamps: [], revoked: [] }
  })
  group.teardown(() => {
    intake.close()
    return sealer.close()
  })

  /** The verifier that runs in browsers must say the very same. */
  const look = (bytes: Uint8Array) => {
    const report = examineFile(bytes, roots)
    deepEqual(inBrowsers(bytes, roots), report)
    return [report.verdict, ...report.faults]
  }

  /** Where the digits of the signature and its range are. */
  function place() {
    const text = sealed.toString('latin1')
    const rangeAt = text.lastIndexOf('/ByteRange [') + '/ByteRange '.length
    const range = text.slice(rangeAt, text.indexOf(']', rangeAt) + 1)
    const [, start, end, rest] = range.match(/\d+/g)!.map(Number)
    return { rangeAt, range, start, end, rest }
  }

  function written(text: string, at: number, width = text.length): Buffer {
    const changed = Buffer.from(sealed)
    changed.write(text.padEnd(width), at, 'latin1')
    return changed
  }

  const ranged = (range: string) => written(range, place().rangeAt, place().range.length)

  /** The same file with a revision behind it, as an editor saves one. */
  function revised(objects: readonly (readonly [number: number, body: string])[]): Buffer {
    const text = sealed.toString('latin1')
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]
    const root = /\/Root (\d+ \d+ R)/.exec(text.slice(text.lastIndexOf('trailer')))![1]
    let [body, table] = ['', 'xref\n']
    for (const [number, content] of objects) {
      table += `${number} 1\n${String(sealed.length + body.length).padStart(10, '0')} 00000 n \n`
      body += `${number} 0 obj\n${content}\nendobj\n`
    }
    const trailer = `trailer\n<</Size 999 /Root ${root} /Prev ${previous}>>\n`
    const end = `startxref\n${sealed.length + body.length}\n%%EOF\n`
    return Buffer.concat([sealed, Buffer.from(body + table + trailer + end, 'latin1')])
  }

  test('says of an untouched file by whom it was sealed, and that nothing was added', async ({
    assert,
  }) => {
    const { report } = await intake.verify(sealed, roots)
    assert.equal(report.verdict, 'whole')
    assert.deepEqual(report.faults, [])
    assert.equal(report.sha256, createHash('sha256').update(sealed).digest('hex'))
    assert.deepEqual(report.seal, {
      by: 'Acme GmbH',
      certificate: 'O=Acme GmbH, OU=ten_01jd9k3v5t8x2m4n6p7q9r0s1t, CN=Acme GmbH document seal',
      ownCertificate: null,
      isTest: true,
      claimedAt: SEALED_AT.toISOString(),
      timestamp: null,
      level: 'B-B',
      documentTimestamps: [],
      provenUntil: null,
      unprovenAuthorities: [],
      coveredBytes: sealed.length,
      revokedAt: null,
    })
  })

  test('finds a forged signature (USF): parts of it missing, null, negative or too large', ({
    assert,
  }) => {
    const { start, end, rest, rangeAt } = place()
    for (const range of ['null', '[]', `[0 ${start}]`, `[0 ${start} ${end} -${rest}]`, '[a b c d]'])
      assert.deepEqual(look(ranged(range)), ['altered', 'range_malformed'], range)
    assert.deepEqual(look(ranged('[0 0 0 0]')), ['altered', 'range_malformed'])
    assert.deepEqual(look(ranged(`[0 ${start} ${end} ${rest + 9}]`)), ['altered', 'cut_short'])
    const renamed = written('/ByteRangf', rangeAt - '/ByteRange '.length)
    assert.deepEqual(look(renamed), ['altered', 'range_missing'])
    const emptied = written('0'.repeat(end - start - 2), start + 1)
    assert.deepEqual(look(emptied), ['altered', 'contents_missing'])
    const nulled = written(`null${' '.repeat(end - start - 4)}`, start)
    assert.deepEqual(look(nulled), ['altered', 'contents_missing'])
    assert.deepEqual(look(written('ab', end - 3)), ['altered', 'padding_used'])
    assert.deepEqual(look(written('ff', start + 1)), ['foreign', 'signature_unreadable'])
  })

  test('finds a wrapped signature (SWA): content in the gap, or a range that begins elsewhere', ({
    assert,
  }) => {
    const { start, end, rest } = place()
    const hidden = '1 0 obj <</Type /Catalog>> endobj'
    assert.deepEqual(look(written(hidden, end - 200)), ['altered', 'gap_filled'])
    assert.deepEqual(look(ranged(`[0 ${start - 10} ${end} ${rest}]`)), ['altered', 'gap_filled'])
    assert.deepEqual(look(ranged(`[1 ${start} ${end} ${rest}]`)), ['altered', 'range_wrong'])
    assert.deepEqual(look(ranged(`[0 ${end} ${start} ${rest}]`)), ['altered', 'range_wrong'])
    const moved = Buffer.concat([
      sealed.subarray(0, end),
      Buffer.from(hidden),
      sealed.subarray(end),
    ])
    const at = end + hidden.length
    const range = `[0 ${start} ${at} ${rest}]`.padEnd(place().range.length)
    moved.write(range, place().rangeAt, 'latin1')
    assert.deepEqual(look(moved), ['altered', 'gap_filled'])
  })

  test('finds what was saved behind the seal (ISA), and says how much of the file is sealed', ({
    assert,
  }) => {
    assert.deepEqual(look(revised([[900, '(new)']])), ['altered', 'appended'])
    assert.deepEqual(look(Buffer.concat([sealed, Buffer.from('\n')])), ['altered', 'appended'])
    const { seal } = examineFile(revised([[900, '(new)']]), roots)
    assert.equal(seal?.coveredBytes, sealed.length)
    assert.equal(seal?.by, 'Acme GmbH')
  })

  test('finds shadow attacks: objects that are replaced, and tables that hide', ({ assert }) => {
    assert.deepEqual(look(revised([[1, '<</Type /Catalog>>']])), [
      'altered',
      'appended',
      'objects_replaced',
    ])
    assert.deepEqual(look(revised([])), ['altered', 'appended', 'table_replaced'])
    assert.deepEqual(look(revised([[900, '<</FT /Tx /V (1,000,000)>>']])), [
      'altered',
      'appended',
      'form_changed',
    ])
  })

  test('finds what certification allows elsewhere (EAA, SSA): notes and further signatures', ({
    assert,
  }) => {
    const note = '<</Type /Annot /Subtype /FreeText /Contents (Void)>>'
    assert.deepEqual(look(revised([[900, note]])), ['altered', 'appended', 'annotation_added'])
    const signature = '<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'
    assert.deepEqual(look(revised([[900, signature]])), ['altered', 'appended', 'signature_added'])
  })

  test('says of proofs for the long term that they are there, and clears nothing by it', ({
    assert,
  }) => {
    const dss = '<</Type /DSS /Certs []>>'
    assert.deepEqual(look(revised([[900, dss]])), ['altered', 'appended', 'proofs_added'])
    assert.deepEqual(
      look(
        revised([
          [900, dss],
          [1, '<</Type /Catalog>>'],
        ])
      ),
      ['altered', 'appended', 'objects_replaced', 'proofs_added']
    )
  })

  test('finds changed bytes, and signatures by others', async ({ assert }) => {
    const at = sealed.indexOf('0 0 10 10 re', 0, 'latin1')
    const inContent = at > 0 ? at : sealed.indexOf('stream\n', 0, 'latin1') + 12
    const changed = Buffer.from(sealed)
    changed[inContent]! ^= 1
    assert.deepEqual(look(changed), ['altered', 'bytes_changed'])
    const { start, end } = place()
    const rogue = await createAuthority({ name: 'Rogue', isTest: false, at: SEALED_AT })
    const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false, at: SEALED_AT }
    const digest = createHash('sha256').update(sealed.subarray(0, start))
    const leaf = await issueLeaf(rogue, tenant)
    const der = signedBy(leaf, digest.update(sealed.subarray(end)).digest()).encode()
    const forged = written(der.toString('hex').padEnd(end - start - 2, '0'), start + 1)
    assert.deepEqual(look(forged), ['foreign', 'foreign_authority'])
  })

  test('says of other files that they have no seal', ({ assert }) => {
    assert.deepEqual(look(canonical), ['unsealed', 'no_signature'])
    assert.deepEqual(look(Buffer.from('hello')), ['unsealed', 'not_pdf'])
    assert.deepEqual(look(new Uint8Array(0)), ['unsealed', 'not_pdf'])
  })
})

import { deepEqual, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'
import { attackedFiles, type AttackClass, type AttackedFile } from './attacked_files.js'
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
  let files: AttackedFile[]

  group.setup(async () => {
    inBrowsers = await browserExaminer()
    canonical = (await intake.examine(onePage('', '0 0 10 10 re f'))).canonical
    sealed = Buffer.from((await sealer.seal(await sealOrder(canonical))).bytes)
    const { certificate } = await testAuthority()
    roots = { seals: [{ der: certificate, isTest: true }], timestamps: [], revoked: [] }
    files = await attackedFiles(sealed, canonical)
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

  test('says that a file was altered where what was appended cannot even be read', async ({
    assert,
  }) => {
    const section = (trailer: string) =>
      `xref\n0 0\ntrailer\n${trailer}\nstartxref\n${sealed.length}\n%%EOF\n`
    const appended = [
      section('qqq'),
      section('['.repeat(200_000)),
      section('<<'.repeat(200_000)),
      section('<< /Size 9 /Prev 1'),
      '['.repeat(200_000),
    ]
    for (const text of appended) {
      const [verdict, ...faults] = look(Buffer.concat([sealed, Buffer.from(text)]))
      assert.equal(verdict, 'altered', text.slice(0, 40))
      assert.isNotEmpty(faults)
    }
  })

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
      hasUncheckedTimestamp: false,
      level: 'B-B',
      documentTimestamps: [],
      provenUntil: null,
      unprovenAuthorities: [],
      coveredBytes: sealed.length,
      revokedAt: null,
    })
  })

  const finds = (...kinds: AttackClass[]) => {
    const some = files.filter(({ kind }) => kinds.includes(kind))
    ok(some.length > 0)
    for (const { name, bytes, says } of some) deepEqual(look(bytes), says, name)
  }

  test('finds a forged signature (USF): parts of it missing, null, negative or too large', () =>
    finds('USF'))

  test('finds a wrapped signature (SWA): content in the gap, or a range that begins elsewhere', () =>
    finds('SWA'))

  test('finds what was saved behind the seal (ISA), and says how much of the file is sealed', ({
    assert,
  }) => {
    finds('ISA')
    const { bytes } = files.find(({ kind }) => kind === 'ISA')!
    const { seal } = examineFile(bytes, roots)
    assert.equal(seal?.coveredBytes, sealed.length)
    assert.equal(seal?.by, 'Acme GmbH')
  })

  test('finds shadow attacks: objects that are replaced, swapped, and tables that hide', () =>
    finds('shadow'))

  test('finds what certification allows elsewhere (EAA, SSA): notes and further signatures', () =>
    finds('EAA, SSA'))

  test('says of proofs for the long term that they are there, and clears nothing by it', () =>
    finds('proofs'))

  test('finds changed bytes, and signatures by others', () => finds('other'))

  test('says of other files that they have no seal', ({ assert }) => {
    assert.deepEqual(look(canonical), ['unsealed', 'no_signature'])
    assert.deepEqual(look(Buffer.from('hello')), ['unsealed', 'not_pdf'])
    assert.deepEqual(look(new Uint8Array(0)), ['unsealed', 'not_pdf'])
  })
})

import { test } from '@japa/runner'
import sharp from 'sharp'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type Placement, type SealOrder } from '#app/sealing/seal'
import { archivalPage, type ArchivalPage } from './archival_page.js'
import { inFolder, outsideProgram } from './outside_program.js'
import { accessibilityFaults } from './rules/accessible_rules.js'
import { archivalFaults } from './rules/archival_rules.js'
import { claimedIn } from './rules/metadata_rules.js'
import { ReadPdf } from './rules/read_pdf.js'
import { structureFaults } from './rules/structure_rules.js'
import { sealOrder, STROKES } from './sealing_order.js'
import { textPages } from './text_pages.js'

const claimOf = async (bytes: Uint8Array) => claimedIn(await ReadPdf.of(bytes)).archival

/** One of everything that a seal can draw, on a plate and beside it. */
async function everyKind(text = 'Łódź, 5 €'): Promise<Placement[]> {
  const background = { r: 10, g: 20, b: 90, alpha: 0.5 }
  const png = await sharp({ create: { width: 40, height: 20, channels: 4, background } })
    .png()
    .toBuffer()
  const drawn = { kind: 'drawn' as const, strokes: STROKES, width: 300, height: 120 }
  const place = { page: 1, x: 20, width: 100, height: 20 }
  return [
    { ...place, y: 150, kind: 'text', value: text },
    { ...place, y: 180, kind: 'text', value: 'On a plate', hasPlate: true },
    { ...place, y: 210, kind: 'signature', value: { kind: 'typed', text: 'Jane Doe' } },
    { ...place, y: 240, kind: 'signature', value: drawn },
    { ...place, y: 270, kind: 'signature', value: { kind: 'uploaded', png } },
    { ...place, y: 300, kind: 'checkbox', value: true },
    { ...place, y: 330, kind: 'radio', value: false },
  ]
}

test.group('PDF/A | of what was uploaded', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1, intake })
  group.teardown(async () => {
    await Promise.all([intake.close(), sealer.close()])
  })

  const sealed = async (pdf: Uint8Array, changes: Partial<SealOrder> = {}) => {
    const { canonical } = await intake.examine(pdf)
    const order = await sealOrder(canonical, { placements: await everyKind(), entries: 4 })
    const bytes = Buffer.from('{}')
    const attachments = [
      { name: 'audit-trail.json', mimeType: 'application/json', description: 'Trail', bytes },
    ]
    return (await sealer.seal({ ...order, attachments, ...changes })).bytes
  }

  for (const isTest of [false, true]) {
    const kind = isTest ? 'a test document' : 'a document'
    test(`is kept as PDF/A-3 by ${kind} with everything that a seal draws`, async ({ assert }) => {
      const bytes = await sealed(await archivalPage({ annotation: 'link' }), { isTest })
      assert.equal(await claimOf(bytes), '3U')
      assert.deepEqual(await archivalFaults(bytes), [])
      await inFolder({ 'a.pdf': bytes }, async (path) => {
        const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
        assert.include(output, 'Signature is Valid.')
        assert.include(output, 'Total document signed')
      })
    })
  }

  test('keeps level A: what signers entered is part of the structure', async ({ assert }) => {
    const bytes = await sealed(await archivalPage({ part: '3', level: 'A', isTagged: true }))
    assert.equal(await claimOf(bytes), '3A')
    assert.deepEqual(await archivalFaults(bytes), [])
    const { raw } = await ReadPdf.of(bytes)
    for (const spoken of ['Signature: Jane Doe', 'Checkbox: ✓'])
      assert.include(
        raw,
        Buffer.from(`\ufeff${spoken}`, 'utf16le').swap16().toString('hex').toUpperCase()
      )
  })

  const LESSENED: [string, ArchivalPage, string][] = [
    ['level A of a file without tags', { level: 'A' }, '3U'],
    [
      'level A where an annotation was painted',
      { level: 'A', isTagged: true, annotation: 'stamp' },
      '3U',
    ],
    ['level U where we had to draw an annotation', { annotation: 'square' }, '3B'],
    ['level B', { level: 'B', annotation: 'stamp' }, '3B'],
  ]
  for (const [what, page, left] of LESSENED) {
    test(`is ${left} for ${what}`, async ({ assert }) => {
      const bytes = await sealed(await archivalPage(page))
      assert.equal(await claimOf(bytes), left)
      assert.deepEqual(await archivalFaults(bytes), [])
    })
  }

  test('is level B with letters that are drawn in parts, which have no text of their own', async ({
    assert,
  }) => {
    const bytes = await sealed(await archivalPage(), { placements: await everyKind('تجديد') })
    assert.equal(await claimOf(bytes), '3B')
    assert.deepEqual(await archivalFaults(bytes), [])
  })

  const DROPPED: [string, ArchivalPage][] = [
    ['another part', { part: '1', level: 'B' }],
    ['a level that does not exist', { level: 'X' }],
    ['colours of print', { profile: 'cmyk' }],
    ['no output intent', { profile: null }],
    ['a font that is left to the reader', { hasForeignFont: true }],
    ['a field whose value we had to draw', { annotation: 'field' }],
  ]
  for (const [what, page] of DROPPED) {
    test(`is dropped for ${what}`, async ({ assert }) => {
      const bytes = await sealed(await archivalPage(page))
      assert.isNull(await claimOf(bytes))
      assert.isNull((await ReadPdf.of(bytes)).stream((await ReadPdf.of(bytes)).catalog, 'Metadata'))
    })
  }

  test('is held against rules that find what an ordinary document breaks', async ({ assert }) => {
    const bytes = await sealed(await textPages(1))
    const faults = await archivalFaults(bytes)
    assert.includeMembers(faults, [
      '6.2.3 no output intent',
      '6.2.11.4.1 Helvetica is not embedded',
      '6.6.2.1 no metadata',
    ])
    assert.includeMembers(await accessibilityFaults(bytes), [
      '06-002 not said to be PDF/UA',
      '07-001 title is not shown',
      '09 no structure',
    ])
  })

  test('has tags that lead to what signers entered, in any accessible document', async ({
    assert,
  }) => {
    const bytes = await sealed(await archivalPage({ part: '1', isTagged: true }))
    assert.isNull(await claimOf(bytes))
    assert.deepEqual([...structureFaults(await ReadPdf.of(bytes))], [])
  })

  for (const language of ['en', 'uk', 'ja', 'ar'] as const) {
    test(`PDF/UA is ${language === 'ar' ? 'not ' : ''}claimed by pages that stand alone in ${language}`, async ({
      assert,
    }) => {
      const { canonical } = await intake.examine(await textPages(1))
      const order = await sealOrder(canonical, { language, placements: [], entries: 30 })
      const record = { kind: 'certificate', end: 'completed', pageCount: 3 } as const
      const { bytes } = await sealer.seal({ ...order, record })
      const pdf = await ReadPdf.of(bytes)
      assert.equal(claimedIn(pdf).isAccessible, language !== 'ar')
      if (language !== 'ar') assert.deepEqual(await accessibilityFaults(bytes), [])
    })
  }
})

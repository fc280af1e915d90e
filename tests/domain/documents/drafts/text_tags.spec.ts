import { test } from '@japa/runner'
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { taggedFields } from '#app/documents/drafts/tagged_fields'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'

const SIGNERS: SignerInput[] = [
  { name: 'Ana', email: 'ana@example.test', key: 'buyer' },
  { name: 'Ben', email: 'ben@example.test' },
]

const A4: [number, number] = [595, 842]

interface Sheet {
  size?: [number, number]
  rotation?: number
  /** Lower left corner of what is shown. */
  offset?: [number, number]
  text: string
  at: [number, number]
}

async function accepted(...sheets: Sheet[]): Promise<AcceptedPdf> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const { size = A4, rotation = 0, offset, text, at } of sheets) {
    const page = pdf.addPage(size)
    if (offset) page.setMediaBox(offset[0], offset[1], size[0], size[1])
    page.setRotation(degrees(rotation))
    page.drawText(text, { x: at[0], y: at[1], size: 12, font })
  }
  return AcceptedPdf.accept(await pdf.save(), 'tags.pdf')
}

const near = (a: number, b: number) => Math.abs(a - b) < 6

test.group('Text tags', () => {
  test('become fields where they stand, whatever the size, rotation and box of the page', async ({
    assert,
  }) => {
    const upload = await accepted(
      { text: 'Signed: {{signature:1}} on {{date:buyer}}', at: [60, 700] },
      { text: '{{text:2:Customer number}}', at: [100, 300], offset: [40, 70] },
      { text: '{{initials:2}}', at: [100, 300], size: [400, 600], rotation: 90 },
      { text: 'no tag, {{ but }} braces', at: [60, 700] }
    )
    const fields = await taggedFields(upload, SIGNERS)
    assert.deepEqual(
      fields.map(({ type, page, signer, options }) => [type, page, signer, options]),
      [
        ['signature', 1, 'buyer', undefined],
        ['date', 1, 'buyer', undefined],
        ['text', 2, 'ben@example.test', { label: 'Customer number' }],
        ['initials', 3, 'ben@example.test', undefined],
      ]
    )
    const [signature, date, text, initials] = fields
    const middle = ({ y, height }: { y: number; height: number }) => y + height / 2
    assert.isTrue(near(signature.x, 104) && near(middle(signature), 842 - 704), 'on a plain page')
    assert.isAbove(date.x, signature.x + 80)
    assert.isTrue(near(text.x, 60) && near(middle(text), 842 - (300 - 70) - 4), 'with an offset')
    // turned clockwise: what was up points right, and the left edge is on top
    assert.deepEqual(upload.pages[2], { width: 600, height: 400 })
    assert.isTrue(near(initials.x, 300), `turned: ${initials.x}`)
    assert.isTrue(initials.y >= 90 && initials.y + initials.height <= 190, `turned: ${initials.y}`)
  })

  test('that nobody can read are named, with the page', async ({ assert }) => {
    const upload = await accepted({ text: '{{selfie:1}} {{date:9}} {{select:1}}', at: [60, 700] })
    const faults = await taggedFields(upload, SIGNERS).catch((error) => error.faults)
    assert.deepEqual(
      faults.map(({ code }: { code: string }) => code),
      ['unknown_tag', 'unknown_signer', 'unknown_tag']
    )
    assert.match(faults[1].message, /\{\{date:9\}\} on page 1/)
  })

  test('stay on their page, also at its very edge', async ({ assert }) => {
    const upload = await accepted({ text: '{{signature:1}}', at: [560, 2] })
    const [{ x, y, width, height }] = await taggedFields(upload, SIGNERS)
    assert.isAtMost(x + width, 595)
    assert.isAtMost(y + height, 842)
  })
})

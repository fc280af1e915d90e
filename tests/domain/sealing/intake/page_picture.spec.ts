import { PDFDocument, degrees } from 'pdf-lib'
import sharp from 'sharp'
import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import PdfMalformed from '#app/sealing/errors/pdf_malformed'
import { makePdf } from '#tests/factories/pdf_factory'
import { inkBox, rasterOf } from '../outside_program.js'
import { onePage } from './hostile_pdf.js'

const WIDTH = 1080

test.group('Intake | page picture', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  group.setup(() => () => intake.close())

  /** A file of one page with a line at its foot. */
  async function turned(angle: number, [width, height]: [number, number]): Promise<Uint8Array> {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage([width, height])
    page.drawRectangle({ x: width / 10, y: height / 20, width: width / 2, height: height / 40 })
    page.setRotation(degrees(angle))
    return pdf.save()
  }

  async function grayOf(webp: Buffer) {
    const { data, info } = await sharp(webp).grayscale().raw().toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, gray: data }
  }

  for (const angle of [0, 90, 180, 270])
    test(`has its ink where Poppler has it, turned by ${angle} degrees`, async ({ assert }) => {
      const pdf = await turned(angle, [400, 600])
      const shown = await grayOf(await intake.picture(pdf, 1))
      const other = await rasterOf(pdf)
      assert.equal(shown.width, WIDTH)
      assert.approximately(shown.height / shown.width, other.height / other.width, 0.01)
      const scale = shown.width / other.width
      const [ours, theirs] = [inkBox(shown)!, inkBox(other)!]
      for (const side of ['x', 'y', 'width', 'height'] as const)
        assert.approximately(ours[side] / scale, theirs[side], 1.5, side)
    })

  test('shows colours as they are', async ({ assert }) => {
    const pdf = onePage('', '1 0.5 0 rg 0 0 300 200 re f')
    const { data } = await sharp(await intake.picture(pdf, 1))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [red, green, blue] = data
    for (const [shown, meant] of [
      [red, 255],
      [green, 128],
      [blue, 0],
    ])
      assert.approximately(shown, meant, 8)
  })

  test('stays small however long the page is', async ({ assert }) => {
    for (const size of [
      [20, 14_000],
      [14_000, 3],
      [3, 3],
    ] as const) {
      const picture = await intake.picture(await turned(0, [...size]), 1)
      const { width, height } = await sharp(picture).metadata()
      assert.isAtMost(width * height, 4.1 * 2 ** 20, size.join())
      assert.isAtMost(Math.max(width, height), 16_383, size.join()) // the most that WebP can be
    }
  })

  test('there is none of a page that the file does not have', async ({ assert }) => {
    const pdf = await makePdf({ pages: 2 })
    assert.isAbove((await intake.picture(pdf, 2)).length, 0)
    await assert.rejects(() => intake.picture(pdf, 3), PdfMalformed)
    await assert.rejects(() => intake.picture(Buffer.from('no PDF'), 1), PdfMalformed)
    assert.isAbove((await intake.picture(pdf, 1)).length, 0)
  })
})

import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type Placement } from '#app/sealing/seal'
import { onePage, rawPdf, stream } from './hostile_pdf.js'
import { inkBox, rasterOf } from '../outside_program.js'
import { sealOrder } from '../sealing_order.js'

const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake })

const PLACE = { page: 1, x: 100, y: 80, width: 60, height: 60 }
const TICK: Placement = { ...PLACE, kind: 'checkbox', value: true }
const EXPECTED = { x: PLACE.x, y: PLACE.y, width: PLACE.width, height: PLACE.height }

test.group('A page that measures in units of its own', (group) => {
  group.teardown(async () => {
    intake.close()
    await sealer.close()
  })

  for (const rotation of [0, 90])
    test(`gets stamps of the right size at the right place, turned by ${rotation}`, async ({
      assert,
    }) => {
      const upload = onePage(`/UserUnit 2.5 /Rotate ${rotation}`, '0 0 0 rg 0 0 20 10 re f')
      const { canonical, pages } = await intake.examine(upload)
      const [width, height] = rotation === 0 ? [750, 500] : [500, 750]
      assert.deepEqual(pages, [{ width, height }])
      const own = rotation === 0 ? [0, 475, 50, 25] : [0, 0, 25, 50]
      const [x, y, wide, high] = own as [number, number, number, number]
      assert.deepEqual(inkBox(await rasterOf(canonical)), { x, y, width: wide, height: high })

      const order = await sealOrder(canonical, { placements: [TICK] })
      const { bytes } = await sealer.seal(order)
      const raster = await rasterOf(bytes)
      assert.deepEqual([raster.width, raster.height], [width, height])
      raster.gray.fill(255, 0, PLACE.y * width)
      raster.gray.fill(255, 300 * width)
      assert.deepEqual(inkBox(raster, 200), EXPECTED)
    })

  test('keeps its links and its annotations where they were, among its words', async ({
    assert,
  }) => {
    const upload = rawPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /UserUnit 2 /Contents 4 0 R /Annots [5 0 R 6 0 R]>>',
      stream(Buffer.from('')),
      '<</Type /Annot /Subtype /Link /Rect [10 20 30 40] /A <</S /URI /URI (https://example.com)>>>>',
      '<</Type /Annot /Subtype /Square /Rect [100 50 150 100] /F 4 /AP <</N 7 0 R>>>>',
      stream(Buffer.from('0 g 0 0 50 50 re f'), '/Type /XObject /Subtype /Form /BBox [0 0 50 50]'),
    ])
    const { canonical } = await intake.examine(upload)
    assert.match(Buffer.from(canonical).toString('latin1'), /\/Rect \[ 20 40 60 80 \]/)
    const box = { x: 200, y: 200, width: 100, height: 100 }
    assert.deepEqual(inkBox(await rasterOf(canonical)), box)
  })

  test('is accepted whatever its thin lines round to, in points or else in its own units', async ({
    assert,
  }) => {
    const lines = Array.from({ length: 60 }, (_, index) => {
      const x = (5 + index * 4.73).toFixed(2)
      return `${x} 10 m ${x} 190 l S`
    })
    const upload = onePage('/UserUnit 1.5', `0.5 w\n${lines.join('\n')}`)
    const { pages } = await intake.examine(upload)
    assert.include([300, 450], pages[0]!.width)
  })

  test('stays as it is when it would become larger than readers can show, or means nothing', async ({
    assert,
  }) => {
    for (const unit of ['1000', '0', '-2', '(two)']) {
      const { pages } = await intake.examine(onePage(`/UserUnit ${unit}`))
      assert.deepEqual(pages, [{ width: 300, height: 200 }], unit)
    }
  })
})

import { test } from '@japa/runner'
import sharp from 'sharp'
import SealImpossible from '#app/sealing/errors/seal_impossible'
import { isPermanent } from '#app/sealing/errors/permanence'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type Mark, type Placement } from '#app/sealing/seal'
import { verifySeal } from '#app/sealing/seal_verifier'
import { faultyCanonical } from '../faulty_canonical.js'
import { onePage } from './hostile_pdf.js'
import { sealOrder, STROKES, type OrderOptions } from '../sealing_order.js'
import { textPages } from '../text_pages.js'

const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake })

const PLACE = { page: 1, x: 100, y: 80, width: 60, height: 40 }
const TICK: Placement = { ...PLACE, kind: 'checkbox', value: true }
const DRAWN = { kind: 'drawn' as const, strokes: STROKES, width: 300, height: 120 }

async function refusalOf(canonical: Uint8Array, options: OrderOptions): Promise<Error> {
  try {
    await sealer.seal(await sealOrder(canonical, options))
  } catch (error) {
    return error as Error
  }
  throw new Error('It was sealed')
}

test.group('A sealed file is drawn by another engine', (group) => {
  group.teardown(async () => {
    intake.close()
    await sealer.close()
  })

  const faults = {
    'an open string swallows its stamps': { content: '(' },
    'an annotation covers its stamps': { cover: '1 g 0 0 300 200 re f' },
  }
  for (const [what, fault] of Object.entries(faults)) {
    test(`and its seal fails for good when ${what}`, async ({ assert }) => {
      const error = await refusalOf(faultyCanonical(fault), { placements: [TICK] })
      assert.instanceOf(error, SealImpossible)
      assert.isTrue(isPermanent(error))
      assert.match(error.message, /nothing shows on page 1 .*at 100, 80 points/)
    })

    test(`and its seal fails when it does not look like a test document, since ${what}`, async ({
      assert,
    }) => {
      const error = await refusalOf(faultyCanonical(fault), { placements: [], isTest: true })
      assert.match(error.message, /page 1 .*does not show that it is a test document/)
    })
  }

  const BLACK = '0 0 0 rg 0 0 300 200 re f'
  const NAVY = '0.05 0.1 0.32 rg 0 0 300 200 re f'
  /** A white line crosses every field. */
  const LINED = `${BLACK} 1 1 1 rg 0 98 300 1 re f`
  for (const [ground, content] of Object.entries({ BLACK, NAVY, LINED })) {
    test(`and gives marks a light ground where the page is as dark as their ink (${ground})`, async ({
      assert,
    }) => {
      const placements: Placement[] = [
        { ...PLACE, x: 10, kind: 'text', value: '' },
        { ...PLACE, x: 10, y: 10, height: 12, kind: 'text', value: 'A long answer. '.repeat(8) },
        { ...PLACE, x: 180, width: 6, height: 6, kind: 'checkbox', value: false },
        { ...PLACE, kind: 'signature', value: DRAWN },
      ]
      for (const rotation of [0, 90]) {
        const { canonical } = await intake.examine(onePage(`/Rotate ${rotation}`, content))
        for (const isTest of [true, false]) {
          const order = await sealOrder(canonical, { placements, isTest })
          const { bytes, marks } = await sealer.seal(order)
          assert.lengthOf(marks, 3)
          const isPlated = ({ hasPlate }: Mark) => hasPlate === true
          assert.isTrue(marks.every(isPlated))
          assert.isTrue(verifySeal(bytes, { roots: [order.signing.chain.at(-1)!] }).valid)
        }
      }
    })
  }

  test('and lets a picture that shows on a dark page be, and gives a dark one a ground', async ({
    assert,
  }) => {
    const { canonical } = await intake.examine(onePage('', BLACK))
    const picture = async (gray: number) => {
      const background = { r: gray, g: gray, b: gray, alpha: 1 }
      const square = sharp({ create: { width: 30, height: 20, channels: 4, background } })
      return square
        .extend({ left: 5, background: { ...background, alpha: 0 } })
        .png()
        .toBuffer()
    }
    const platesOf = async (gray: number) => {
      const value = { kind: 'uploaded' as const, png: await picture(gray) }
      const placements: Placement[] = [{ ...PLACE, kind: 'signature', value }]
      const { marks } = await sealer.seal(await sealOrder(canonical, { placements }))
      return marks.map(({ hasPlate }) => hasPlate ?? false)
    }
    assert.deepEqual(await platesOf(250), [false])
    assert.deepEqual(await platesOf(5), [true])
  })

  test('and its seal fails when something has changed where nothing was stamped', async ({
    assert,
  }) => {
    const { canonical } = await intake.examine(onePage('', ''))
    const order = await sealOrder(canonical, { placements: [TICK] })
    const { bytes, pageCount } = await sealer.seal(order)
    const file = { canonicalBytes: canonical.length, isRecord: false, isTest: false, pageCount }
    await assert.rejects(
      () => intake.check(bytes, { ...file, marks: [] }),
      /page 1 of the sealed file has changed where nothing was stamped/
    )
    await assert.rejects(
      () => intake.check(bytes, { ...file, pageCount: pageCount + 1, marks: [] }),
      /how many pages/
    )
  })

  test('and its seal fails when a signature is missing from the page of signatures', async ({
    assert,
  }) => {
    const { canonical } = await intake.examine(onePage('', ''))
    const order = await sealOrder(canonical, { placements: [] })
    order.signaturePage = [
      { signerName: 'Jane Doe', email: 'j@example.com', signature: DRAWN, signedAt: new Date(0) },
    ]
    const { bytes, pageCount, marks } = await sealer.seal(order)
    assert.lengthOf(marks, 1)
    assert.equal(marks[0]!.page, 2)
    const file = { canonicalBytes: canonical.length, isRecord: false, isTest: false, pageCount }
    const besides = { ...marks[0]!, x: marks[0]!.x + marks[0]!.width + 60 }
    await assert.rejects(
      () => intake.check(bytes, { ...file, marks: [besides] }),
      /nothing shows on page 2/
    )
  })

  test('which passes fields that nobody filled in, faint print and boxes on every turn of a page', async ({
    assert,
  }) => {
    for (const rotation of [0, 90, 180, 270]) {
      const { canonical } = await intake.examine(onePage(`/Rotate ${rotation}`))
      for (const isTest of [true, false]) {
        const placements: Placement[] = [
          { ...PLACE, x: 10, kind: 'text', value: '' },
          {
            ...PLACE,
            y: 10,
            height: 12,
            kind: 'text',
            value: 'The words of a long answer. '.repeat(6),
          },
          { page: 1, x: 10, y: 100, width: 6, height: 6, kind: 'checkbox', value: false },
          { ...PLACE, kind: 'signature', value: DRAWN },
        ]
        const { marks } = await sealer.seal(await sealOrder(canonical, { placements, isTest }))
        assert.lengthOf(marks, 3)
      }
    }
  })

  test('which passes a stamp over the very same words', async ({ assert }) => {
    const options = {
      placements: [{ ...PLACE, kind: 'text' as const, value: 'Jane Doe' }],
      isTest: true,
    }
    const first = await intake.examine(onePage())
    const { bytes } = await sealer.seal(await sealOrder(first.canonical, options))
    // as printed to a file: the stamps are page content now, and the signature is gone
    const printed = Buffer.from(
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll('/ByteRange', '/BiteRange')
        .replaceAll('/DocMDP', '/DocMDQ'),
      'latin1'
    )
    const { canonical } = await intake.examine(printed)
    await assert.doesNotReject(async () => sealer.seal(await sealOrder(canonical, options)))
  })

  test('in thirty pages that carry marks, all of them', async ({ assert }) => {
    const { canonical } = await intake.examine(await textPages(30))
    const placements = Array.from({ length: 30 }, (_, index): Placement => {
      return { ...PLACE, x: 10, y: 10, page: index + 1, kind: 'signature', value: DRAWN }
    })
    const { marks } = await sealer.seal(await sealOrder(canonical, { placements }))
    assert.lengthOf(marks, 30)
  })
})

import { test } from '@japa/runner'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { verifySeal } from '#app/sealing/seal_verifier'
import { ForeignSigner } from '../foreign_signer.js'
import { inFolder, outsideProgram, textOf } from '../outside_program.js'
import { sealOrder } from '../sealing_order.js'
import { signedPdf } from '../signed_pdf.js'
import { onePageOf, rawPdf, stream } from './hostile_pdf.js'

const COUNT = 200
const range = (from: number) => Array.from({ length: COUNT }, (_, index) => from + index)
const references = (from: number) =>
  range(from)
    .map((number) => `/S${number} ${number} 0 R`)
    .join(' ')

/** Two pages; the first paints whatever will have the numbers that the file does not use. */
function painting(from: number): Buffer {
  const boxes = '/MediaBox [0 0 300 200] /CropBox [0 0 300 200] /Rotate 0'
  const paint = range(from)
    .map((number) => `/S${number} Do`)
    .join('\n')
  return rawPdf(
    [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>',
      `<</Type /Page /Parent 2 0 R ${boxes} /Contents 4 0 R /Resources <</XObject <<${references(from)}>> >> >>`,
      stream(Buffer.from(paint)),
      `<</Type /Page /Parent 2 0 R ${boxes} /Contents 6 0 R /Resources <<>> >>`,
      stream(Buffer.from('0 0 9 9 re f')),
    ],
    '/ID [<00> <00>]'
  )
}

test.group('Objects that a file names and does not have', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1, intake })
  group.teardown(async () => {
    intake.close()
    await sealer.close()
  })

  const canonicalOf = async (upload: Uint8Array) =>
    Buffer.from((await intake.examine(upload)).canonical).toString('latin1')

  test('are named no longer, wherever they were', async ({ assert }) => {
    const text = await canonicalOf(
      onePageOf('/F Do', {
        catalog: '/StructTreeRoot 6 0 R',
        page: `/Resources <</XObject <</F 5 0 R ${references(8)}>> /Pattern 7 0 R>>`,
        more: [
          stream(
            Buffer.from('0 0 9 9 re f'),
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <<${references(8)}>>>>`
          ),
          '<</Type /StructTreeRoot /K [<</S /P /K [0 [/Kept 500 0 R]] /A 501 0 R>>]>>',
          '504 0 R',
        ],
      })
    )
    const written = new Set([...text.matchAll(/^(\d+) 0 obj/gm)].map(([, number]) => number))
    const named = [...text.matchAll(/(\d+) \d+ R\b/g)].map(([, number]) => number)
    assert.isAbove(named.length, 5)
    assert.isEmpty(named.filter((number) => !written.has(number)))
    assert.match(text, /\/Kept null/)
  })

  test('are none of those that intake adds', async ({ assert }) => {
    const { canonical } = await intake.examine(painting(7))
    assert.notMatch(Buffer.from(canonical).toString('latin1'), /\/S\d+ \d+ 0 R/)
  })

  test('are none of those that a seal adds, in files of any age', async ({ assert }) => {
    const order = await sealOrder(painting(8), {
      placements: [
        { page: 2, x: 50, y: 60, width: 120, height: 40, kind: 'text', value: 'Nora Signer' },
      ],
    })
    const { bytes } = await sealer.seal(order)
    assert.notInclude(await textOf(bytes, 1), 'Nora')
    assert.include(await textOf(bytes, 2), 'Nora Signer')
    const added = Buffer.from(bytes.subarray(order.canonical.length)).toString('latin1')
    const numbers = [...added.matchAll(/^(\d+) 0 obj/gm)].map(([, number]) => Number(number))
    assert.isEmpty(numbers.filter((number) => range(8).includes(number)))
    assert.includeMembers(numbers, [7, 8 + COUNT])
    assert.isTrue(verifySeal(bytes, { roots: [order.signing.chain.at(-1)!] }).valid)
    const said = await inFolder({ 'a.pdf': bytes }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      return output
    })
    assert.include(said, 'Signature is Valid')
    assert.include(said, 'Total document signed')
    assert.notMatch(said, /Error|damaged/)
  })

  test('are none of those that a seal adds to what others signed', async ({ assert }) => {
    const signer = await ForeignSigner.named('Nora Notary')
    const original = await signedPdf([signer], { catalog: `/Mine <<${references(9)}>>` })
    const { canonical } = await intake.examine(original)
    const order = Object.assign(await sealOrder(canonical), { isSignedBefore: true })
    const { bytes } = await sealer.seal(order)
    const added = Buffer.from(bytes.subarray(canonical.length)).toString('latin1')
    const numbers = [...added.matchAll(/^(\d+) 0 obj/gm)].map(([, number]) => Number(number))
    assert.include(numbers, 9 + COUNT)
    assert.isEmpty(numbers.filter((number) => range(9).includes(number)))
  })

  test('make a signed file one to refuse where only some programs see the reference', async ({
    assert,
  }) => {
    const signer = await ForeignSigner.named('Nora Notary')
    const original = await signedPdf([signer], { catalog: '/Mine [11 % a remark\n0 R]' })
    await assert.rejects(() => intake.examine(original), /nothing can be appended/)
  })

  test('are not so high in a signed file that what is added cannot be read again', async ({
    assert,
  }) => {
    const signer = await ForeignSigner.named('Nora Notary')
    const original = async (first: number) => {
      const names = range(first).map((number) => `${number} 0 R`)
      const file = await signedPdf([signer], { catalog: `/Mine [${names.join(' ')}]` })
      const text = file.toString('latin1')
      return Buffer.from(text.replace(/\/Size \d+(?=[^]*$)/, `/Size ${first}`), 'latin1')
    }
    assert.isNotEmpty(await canonicalOf(await original(900_000)))
    await assert.rejects(
      async () => intake.examine(await original(1_000_000 - COUNT)),
      /nothing can be appended/
    )
  })
})

import { test } from '@japa/runner'
import { elementModule } from '#tests/support/element_module'

const A4 = { width: 595, height: 842 }
const SIZES = {
  signature: { width: 160, height: 44 },
  date: { width: 100, height: 22 },
  text: { width: 170, height: 22 },
}
const run = (text: string, x = 60, y = 500) => ({ text, x, y, width: text.length * 5, height: 10 })

test.group('Field board | suggestions', (group) => {
  let fieldHints: any
  let sharedOut: any

  group.setup(async () => {
    ;({ fieldHints, sharedOut } = await elementModule('board/field_hints'))
  })

  const types = (...runs: ReturnType<typeof run>[]) =>
    fieldHints(runs, SIZES, A4).map(({ type }: any) => type)

  test('finds what asks to be filled in, in five languages', ({ assert }) => {
    for (const text of ['Signature:', 'Unterschrift:', 'Signature :', 'Firma:', 'Handtekening:'])
      assert.deepEqual(types(run(text)), ['signature'], text)
    for (const text of ['Date: ________', 'Datum: ____', 'Fecha ______', 'Ort, Datum: ________'])
      assert.deepEqual(types(run(text)), ['date'], text)
    for (const text of ['Name in full:', 'Nom et prénom :', 'Naam:'])
      assert.deepEqual(types(run(text)), ['text'], text) // of a kind that is not there
    const prose = ['The date of delivery is fixed.', 'Signature of this agreement binds', 'Update:']
    for (const text of prose) assert.deepEqual(types(run(text)), [], text)
  })

  test('stands beside a colon, on the line that is drawn, and above a caption', ({ assert }) => {
    const [beside] = fieldHints([run('Date:')], SIZES, A4)
    assert.deepEqual(beside, { type: 'date', x: 89, y: 481, width: 100, height: 22 })
    const [line] = fieldHints([run('Date: ____________')], SIZES, A4)
    assert.deepEqual([line.x, line.width], [90, 60])
    const [caption] = fieldHints([run('Signature')], SIZES, A4)
    assert.deepEqual([caption.x, caption.y + caption.height], [60, 492])
    assert.deepEqual(types(run('_'.repeat(30)), run('Signature', 60, 512)), ['signature'])
  })

  test('gives those side by side to one signer each', ({ assert }) => {
    const hints = fieldHints([run('Signature', 60), run('Signature', 320)], SIZES, A4)
    assert.deepEqual(
      sharedOut(hints, 0, 2).map(({ signer }: any) => signer),
      [0, 1]
    )
    assert.deepEqual(
      sharedOut(hints.slice(1), 1, 2).map(({ signer }: any) => signer),
      [1]
    )
  })
})

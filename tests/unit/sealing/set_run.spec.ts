import { test } from '@japa/runner'
import { PDFRef } from 'pdf-lib'
import { setRun } from '#app/sealing/pdf/set_run'
import type { ShapedGlyph, Typeface } from '#app/sealing/type/typeface'

const font = { name: 'T1', ref: PDFRef.of(1), encode: ({ id }: ShapedGlyph) => `0${id}` }
const typeface = { widthOf: () => 500 } as unknown as Typeface
const at = { x: 10, y: 20, size: 10, tracking: 0 }

function glyph(id: number, changes: Partial<ShapedGlyph> = {}): ShapedGlyph {
  return { id, advance: 500, dx: 0, dy: 0, text: 'a', ...changes }
}

test.group('Set run', () => {
  test('shows glyphs that follow each other as one string', ({ assert }) => {
    const { operators, pen } = setRun({ typeface, glyphs: [glyph(1), glyph(2)] }, font, at)
    assert.deepEqual(operators, ['/T1 10 Tf', '1 0 0 1 10 20 Tm [<0102>] TJ'])
    assert.equal(pen, 20)
  })

  test('writes kerning between them', ({ assert }) => {
    const glyphs = [glyph(1, { advance: 450 }), glyph(2)]
    const { operators, pen } = setRun({ typeface, glyphs }, font, at)
    assert.equal(operators[1], '1 0 0 1 10 20 Tm [<01> 50 <02>] TJ')
    assert.equal(pen, 19.5)
  })

  test('places a glyph that stands elsewhere on its own, and goes on behind it', ({ assert }) => {
    const glyphs = [glyph(1), glyph(2, { dx: 100, dy: 200 }), glyph(3)]
    const { operators } = setRun({ typeface, glyphs }, font, at)
    assert.deepEqual(operators.slice(1), [
      '1 0 0 1 10 20 Tm [<01>] TJ',
      '1 0 0 1 16 22 Tm <02> Tj',
      '1 0 0 1 20 20 Tm [<03>] TJ',
    ])
  })

  test('says what a reader is to copy where the glyphs do not tell', ({ assert }) => {
    const run = { typeface, glyphs: [glyph(1)], actualText: 'fi' }
    const { operators } = setRun(run, font, at)
    assert.equal(operators[0], '/Span <</ActualText <FEFF00660069>>> BDC')
    assert.equal(operators.at(-1), 'EMC')
  })
})

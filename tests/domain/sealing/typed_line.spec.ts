import { test } from '@japa/runner'
import fc from 'fast-check'
import { fitText } from '#app/sealing/type/fitted_text'
import { Paragraph } from '#app/sealing/type/paragraph'
import { StandardTypeface } from '#app/sealing/type/standard_typeface'
import { typeLine } from '#app/sealing/type/typed_line'

const textOf = (text: string) =>
  typeLine(text)
    .runs.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text))
    .join('')

test.group('Typed line', () => {
  test('needs no font file for what a standard font has', ({ assert }) => {
    const { runs } = typeLine('José Ñandú – “€ 1.000”')
    assert.lengthOf(runs, 1)
    assert.instanceOf(runs[0]!.typeface, StandardTypeface)
  })

  test('sets all Latin letters of a line alike', ({ assert }) => {
    const { runs } = typeLine('Jan Žluťoučký')
    assert.lengthOf(runs, 1)
    assert.notInstanceOf(runs[0]!.typeface, StandardTypeface)
  })

  test('composes letters and their marks', ({ assert }) => {
    assert.equal(textOf('Jose\u0301'), 'José')
    assert.equal(typeLine('q\u0301').runs[0]!.glyphs.at(-1)!.advance, 0)
  })

  test('puts right-to-left words in the order in which they are seen', ({ assert }) => {
    const { runs, direction } = typeLine('שלום 2026 abc')
    assert.equal(direction, 'rtl')
    assert.equal(runs[0]!.glyphs.map((glyph) => glyph.text).join(''), 'abc')
    assert.equal(
      runs
        .at(-1)!
        .glyphs.map((glyph) => glyph.text)
        .join('')
        .trim(),
      'םולש'
    )
  })

  test('tells apart what one glyph stands for in different words', ({ assert }) => {
    // dal and dhal are one form, with and without a dot
    const letters = typeLine('دذ').runs[0]!.glyphs.map((glyph) => glyph.text)
    assert.sameMembers(letters.filter(Boolean), ['د', 'ذ'])
  })

  test('leaves control characters out', ({ assert }) => {
    assert.equal(textOf('a\u0000b\u0007c\td'), 'abc d')
  })

  test('takes any text at all', ({ assert }) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { width, ascent, descent } = typeLine(text)
        return [width, ascent, descent].every(Number.isFinite)
      }),
      { numRuns: 300 }
    )
    assert.equal(typeLine('').width, 0)
    const scripts = [0x0590, 0x0600, 0x0900, 0x0980, 0x0b80, 0x0d00, 0x0e00, 0x1000, 0x1780, 0xac00]
    const character = fc
      .tuple(fc.constantFrom(...scripts), fc.nat(0x7f))
      .map(([start, offset]) => String.fromCodePoint(start + offset))
    const word = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(''))
    fc.assert(
      fc.property(word, (text) => Number.isFinite(typeLine(text).width)),
      { numRuns: 300 }
    )
  })
})

test.group('Paragraph', () => {
  const wrap = (text: string, ems: number) => new Paragraph(text).wrap(ems * 1000)

  test('breaks between words and keeps them all', ({ assert }) => {
    const words = 'The parties agree that notices reach them in writing'
    const lines = wrap(words, 9)
    assert.isAbove(lines.length, 2)
    assert.equal(lines.join(' '), words)
  })

  test('keeps the lines that were typed', ({ assert }) => {
    assert.deepEqual(wrap('one\ntwo\r\nthree\n\nfive', 50), ['one', 'two', 'three', '', 'five'])
  })

  test('cuts a word only when it is longer than a line', ({ assert }) => {
    const lines = wrap('an Donaudampfschifffahrtsgesellschaft is', 6)
    assert.equal(lines[0], 'an')
    assert.equal(lines.join('').replaceAll(' ', ''), 'anDonaudampfschifffahrtsgesellschaftis')
  })

  test('breaks scripts without spaces, and never before a full stop', ({ assert }) => {
    const text = 'これは長い文章です。句読点は行頭に来ません。'
    for (let ems = 3; ems < 12; ems++) {
      const lines = wrap(text, ems)
      assert.equal(lines.join(''), text)
      assert.isTrue(lines.every((line) => !line.startsWith('。')))
    }
    assert.isAbove(wrap('ข้อความภาษาไทยที่ยาวมากต้องตัดบรรทัดตามคำ', 8).length, 2)
  })

  test('loses nothing of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 1, max: 30 }),
        (text, ems) => {
          const without = (part: string) =>
            part.replaceAll(/\s|\p{Cc}|\u200f/gu, '').normalize('NFC')
          return without(wrap(text, ems).join('')) === without(text)
        }
      ),
      { numRuns: 200 }
    )
  })
})

test.group('Fitted text', () => {
  const box = { width: 120, height: 20 }

  test('takes the largest size that fits', ({ assert }) => {
    assert.equal(fitText('Jane', box, 12).size, 12)
    assert.isBelow(fitText('Jane', { width: 120, height: 6 }, 12).size, 9)
  })

  test('breaks lines before it makes text smaller', ({ assert }) => {
    const { size, lines } = fitText(
      'one two three four five six seven',
      { width: 60, height: 80 },
      12
    )
    assert.equal(size, 12)
    assert.isAbove(lines.length, 2)
  })

  test('makes text smaller on a single line', ({ assert }) => {
    const { size, lines } = fitText(
      'one two three four five six seven',
      { width: 120, height: 13 },
      12
    )
    assert.lengthOf(lines, 1)
    assert.isBelow(size, 12)
  })

  test('stays within any box', () => {
    const side = fc.integer({ min: 8, max: 400 })
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), side, side, (text, width, height) => {
        const { size, leading, lines } = fitText(text, { width, height }, 12)
        const widest = Math.max(...lines.map((line) => (line.width * size) / 1000))
        const first = (lines[0]!.ascent * size) / 1000
        const last = (lines.at(-1)!.descent * size) / 1000
        const high = first + last + leading * (lines.length - 1)
        return widest <= width + 0.1 && high <= height + 0.1
      }),
      { numRuns: 200 }
    )
  })
})

import { test } from '@japa/runner'
import { charactersWithoutGlyph, WESTERN } from '#app/sealing/type/coverage'
import { typeLine } from '#app/sealing/type/typed_line'
import { standardTypeface } from '#app/sealing/type/typefaces'

const WRITTEN = [
  'བཀྲ་ཤིས་བདེ་ལེགས།',
  'ᠮᠣᠩᠭᠣᠯ',
  'ꦲꦏ꧀ꦱꦫꦗꦮ',
  'ᐃᓄᒃᑎᑐᑦ',
  'ᏣᎳᎩ',
  'ଓଡ଼ିଆ',
  'ܐܪܡܝܐ',
  'ދިވެހި',
  'ⵜⴰⵎⴰⵣⵉⵖⵜ',
  '𝓐𝓷𝓷 𝔹𝕖𝕟 ∀x∈ℝ',
  '张伟 臺灣 髙橋 김철수',
  'محمد عبد الله',
  'q\u0301 ẹ\u0301 José',
  'می‌خواهم क्‍ष',
  '👩‍👩‍👧 👍🏽 ✓ ☎',
  'דוד\u200f',
  'a\tb\nc',
]

test.group('Coverage of typefaces', () => {
  test('sets commas and brackets of Japanese as such behind Latin letters too', ({ assert }) => {
    for (const text of ['SHA-256、PAdES。', '5〈x〉']) {
      const keys = typeLine(text, 'regular', 'jp', 'embedded').runs.map(
        ({ typeface }) => typeface.key
      )
      assert.isTrue(
        keys.every((key) => /noto-sans(-jp)?\//.test(key)),
        keys.join(', ')
      )
    }
  })

  test('need not open a font to know that it has the characters of Western Europe', ({
    assert,
  }) => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    const western = characters.filter((character) => WESTERN.test(character))
    assert.lengthOf(western, 189)
    for (const voice of ['regular', 'bold'] as const)
      assert.isTrue(standardTypeface(voice).covers(western.join('')))
  })

  test('has a glyph for every character of living scripts', ({ assert }) => {
    for (const text of WRITTEN) {
      assert.deepEqual(charactersWithoutGlyph(text), [], text)
      const drawn = typeLine(text).runs.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text))
      assert.notInclude(drawn.join(''), '\ufffd', text)
    }
  })

  test('names each character once that would be drawn as U+FFFD', ({ assert }) => {
    assert.deepEqual(charactersWithoutGlyph('Ann 𐒀𓀀𐒀 Lee'), ['𐒀', '𓀀'])
    assert.deepEqual(charactersWithoutGlyph('\u{10ffff}\ue000'), ['\u{10ffff}', '\ue000'])
  })
})

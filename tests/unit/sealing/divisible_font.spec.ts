import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { DivisibleFont } from '#app/sealing/type/glyph_subset'
import { typeLine } from '#app/sealing/type/typed_line'

const FONT = readFileSync(
  fileURLToPath(
    import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')
  )
)
const glyphs = (from: number) => Array.from({ length: 60 }, (_, index) => from + index * 3)

test.group('Parts of a font', () => {
  test('do not depend on what was taken before', ({ assert }) => {
    const font = new DivisibleFont(FONT)
    for (const from of [3, 400, 900]) {
      assert.deepEqual(font.part(glyphs(from)), new DivisibleFont(FONT).part(glyphs(from)))
    }
    assert.deepEqual(font.part(glyphs(3)), new DivisibleFont(FONT).part(glyphs(3)))
  })

  test('a line that is set again has the forms of its own voice and country', ({ assert }) => {
    const keys = (text: string, ...how: ['regular' | 'bold', 'sc' | 'jp']) =>
      typeLine(text, ...how, 'embedded').runs.map(({ typeface }) => typeface.key)
    const all = (['regular', 'bold'] as const).flatMap((voice) =>
      (['sc', 'jp'] as const).map((han) => keys('骨 Żółw', voice, han).join())
    )
    assert.lengthOf(new Set(all), 4)
    assert.strictEqual(
      typeLine('骨 Żółw', 'bold', 'jp', 'embedded').runs[0]!.typeface.key.includes('jp'),
      true
    )
    assert.strictEqual(
      typeLine('Żółw', 'bold', 'sc', 'embedded'),
      typeLine('Żółw', 'bold', 'sc', 'embedded')
    )
  })
})

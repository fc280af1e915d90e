import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import BrandPalette, { GROUNDS, NEUTRAL_COLOR } from '#app/assets/brand_palette'
import Color from '#app/foundation/color'

const TOKENS = readFileSync(new URL('../../../resources/css/tokens.css', import.meta.url), 'utf8')
const [, LIGHT, DARK] = TOKENS.split(/:root,\n\.paper \{|@media \(prefers-color-scheme: dark\) \{/)
const SCHEMES = { light: LIGHT, dark: DARK }
const WORDS = ['ink', 'ink-soft', 'ink-faint', 'success', 'warning', 'danger', 'info', 'violet']
const TONES = ['success', 'warning', 'danger', 'info', 'violet']

function token(scheme: keyof typeof SCHEMES, name: string): Color {
  const hex = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(SCHEMES[scheme])?.[1]
  return Color.of(hex ?? '')
}

test.group('Tokens', () => {
  test('every word reads on every ground in the {$self} scheme')
    .with(['light', 'dark'] as const)
    .run(({ assert }, scheme) => {
      for (const word of WORDS) {
        for (const ground of ['canvas', 'surface', 'sunken']) {
          const ratio = token(scheme, word).contrast(token(scheme, ground))
          assert.isAtLeast(ratio, 4.5, `${word} on ${ground}`)
        }
      }
    })

  test('every badge reads in the {$self} scheme')
    .with(['light', 'dark'] as const)
    .run(({ assert }, scheme) => {
      for (const tone of TONES) {
        const soft = token(scheme, `${tone}-soft`)
        assert.isAtLeast(token(scheme, tone).contrast(soft), 4.5, tone)
        assert.isAtLeast(token(scheme, 'ink').contrast(soft), 4.5, `ink on ${tone}`)
      }
      const fill = token(scheme, 'danger-fill')
      assert.isAtLeast(token(scheme, 'danger-ink').contrast(fill), 4.5)
      assert.isAtLeast(token(scheme, 'warning').contrast(token(scheme, 'surface')), 4.5)
    })

  test('the edge of an input can be seen in the {$self} scheme')
    .with(['light', 'dark'] as const)
    .run(({ assert }, scheme) => {
      for (const ground of ['canvas', 'surface']) {
        const ratio = token(scheme, 'line-strong').contrast(token(scheme, ground))
        assert.isAtLeast(ratio, 3, ground)
      }
    })

  test('the palette of tenants is reckoned for the grounds that pages have', ({ assert }) => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const [name, hex] of Object.entries(GROUNDS[scheme])) {
        assert.equal(token(scheme, name).hex, hex)
      }
      for (const [name, hex] of Object.entries(new BrandPalette(NEUTRAL_COLOR).variables(scheme))) {
        assert.equal(token(scheme, name.slice(2)).hex, hex, name)
      }
    }
  })
})

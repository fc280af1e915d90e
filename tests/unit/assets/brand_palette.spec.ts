import { test } from '@japa/runner'
import BrandPalette, { GROUNDS, NEUTRAL_COLOR } from '#app/assets/brand_palette'
import Color from '#app/foundation/color'

const BRANDS = [
  '#175a4c',
  '#ffd400',
  '#111111',
  '#ffffff',
  '#e11d74',
  '#0b5cff',
  '#808080',
  '#7fff00',
]
const SCHEMES = ['light', 'dark'] as const
const ratio = (one: string, other: string) => Color.of(one).contrast(Color.of(other))

test.group('Brand palette', () => {
  test('writes readably on {brand}, whatever it is')
    .with(BRANDS.map((brand) => ({ brand })))
    .run(({ assert }, { brand }) => {
      for (const scheme of SCHEMES) {
        const variables = new BrandPalette(brand).variables(scheme)
        assert.isAtLeast(ratio(variables['--brand-ink'], variables['--brand']), 4.5)
        assert.isAtLeast(ratio(variables['--brand-ink'], variables['--brand-hover']), 4.5)
      }
    })

  test('words in {brand} read on every ground of both schemes')
    .with(BRANDS.map((brand) => ({ brand })))
    .run(({ assert }, { brand }) => {
      for (const scheme of SCHEMES) {
        const variables = new BrandPalette(brand).variables(scheme)
        const grounds = [...Object.values(GROUNDS[scheme]), variables['--brand-soft']]
        for (const ground of grounds) {
          assert.isAtLeast(ratio(variables['--brand-text'], ground), 4.5)
          assert.isAtLeast(ratio(variables['--brand-shape'], ground), 3)
        }
      }
    })

  test('keeps a brand that is strong enough as it is', ({ assert }) => {
    assert.equal(new BrandPalette('#0B5CFF').variables('light')['--brand'], '#0b5cff')
  })

  test('lets nothing but colours into a style element', ({ assert }) => {
    const palette = new BrandPalette('red}</style><script>alert(1)</script>')
    assert.equal(palette.css, new BrandPalette(NEUTRAL_COLOR).css)
    assert.match(palette.css, /^[\w:.,;#{}()@ -]+$/)
  })
})

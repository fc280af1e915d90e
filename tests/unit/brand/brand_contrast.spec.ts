import { test } from '@japa/runner'
import { readableInstead, type ColorKey } from '#app/brand/brand_contrast'
import { GROUNDS } from '#app/brand/page_grounds'

/** WCAG 2.2, relative luminance, written from its definition. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const worst = (hex: string) =>
  Math.min(...Object.values(GROUNDS.light).map((ground) => contrast(hex, ground)))

const GREYS = Array.from(
  { length: 256 },
  (_, value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`
)

test.group('Colours of a brand', () => {
  for (const [key, least] of [
    ['color', 3],
    ['linkColor', 4.5],
  ] as [ColorKey, number][])
    test(`${key}: every grey below ${least}:1 on any page is replaced, every other one kept`, ({
      assert,
    }) => {
      for (const grey of GREYS)
        assert.equal(readableInstead(key, grey) === null, worst(grey) >= least, grey)
    })

  test('what is offered instead can be read', ({ assert }) => {
    for (const hex of ['#ffee00', '#a3e635', '#7dd3fc', '#ffffff']) {
      assert.isAtLeast(worst(readableInstead('color', hex) ?? hex), 3, hex)
      assert.isAtLeast(worst(readableInstead('linkColor', hex) ?? hex), 4.5, hex)
    }
  })
})

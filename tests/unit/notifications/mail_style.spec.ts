import { test } from '@japa/runner'
import Color from '#app/foundation/color'
import { MailStyle } from '#app/notifications/messages/mail_style'
import { mailPalette, type Scheme } from '#app/notifications/messages/mail_palette'

const BRANDS = ['#1d4ed8', '#ffe600', '#ffffff', '#000000', '#808080', '#ff0000', '#00ff00', 'red']
const SCHEMES: Scheme[] = ['light', 'dark']
const contrast = (one: string, other: string) => Color.of(one).contrast(Color.of(other))

test.group('Mail style', () => {
  test('can be read on every ground, in either scheme and under any brand', ({ assert }) => {
    for (const scheme of SCHEMES) {
      for (const brand of BRANDS) {
        const palette = mailPalette(brand, scheme)
        const grounds = [palette.canvas, palette.surface, palette.sunken]
        for (const words of [palette.ink, palette.soft, palette.faint])
          for (const ground of grounds) assert.isAtLeast(contrast(words, ground), 4.5)
        assert.isAtLeast(contrast(palette.brandInk, palette.brand), 4.5)
        assert.isAtLeast(contrast(palette.warning, palette.warningSoft), 4.5)
        assert.isAtLeast(contrast(palette.brandEdge, palette.surface), 3)
      }
    }
  })

  test('lets nothing but colours of its own into the sheet', ({ assert }) => {
    const style = MailStyle.for({ color: '#fff;}</style><script>' }, 'ltr')
    assert.notMatch(style.dark + style.of('button'), /[<>]/)
  })
})

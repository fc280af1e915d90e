import Color from '#app/foundation/color'
import { GROUNDS } from './page_grounds.js'

/** WCAG 2.2, 1.4.11: what tells a button from the page; 1.4.3: words. */
const LEAST = { color: 3, linkColor: 4.5 } as const

export type ColorKey = keyof typeof LEAST

const PAGE = Object.values(GROUNDS.light).map((hex) => Color.of(hex))

/** The nearest colour of the same hue that can be seen on a page; null when this one can. */
export function readableInstead(key: ColorKey, hex: string): string | null {
  const color = Color.of(hex)
  const readable = color.readableOn(PAGE, LEAST[key])
  return readable.hex === color.hex ? null : readable.hex
}

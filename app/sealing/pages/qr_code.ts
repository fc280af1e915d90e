import { encode } from 'uqr'
import type { Drawing, Ink } from '../pdf/drawing.js'
import type { Rectangle } from '../pdf/page_box.js'

/** Any of the eight will do for readers; trying all for the prettiest takes longer than the rest. */
const MASK = 0

/** An address that a phone can read from paper. */
export function drawQrCode(drawing: Drawing, text: string, { x, y, width }: Rectangle, ink: Ink) {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: MASK })
  const module = width / size
  const bars = data.flatMap((row, index) =>
    barsOf(row).map(([start, length]) => `${start} ${size - 1 - index} ${length} 1 re`)
  )
  drawing.isolated(() => {
    drawing.transform([module, 0, 0, module, x, y])
    drawing.fillPath(bars.join(' '), ink)
  })
}

/** Dark modules that touch are one bar, or hairlines would show between them. */
function barsOf(row: boolean[]): [start: number, length: number][] {
  const bars: [number, number][] = []
  row.forEach((isDark, column) => {
    if (!isDark) return
    const last = bars.at(-1)
    if (last && last[0] + last[1] === column) last[1]++
    else bars.push([column, 1])
  })
  return bars
}

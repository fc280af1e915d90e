import type { Drawing } from '../pdf/drawing.js'
import type { PageBox } from '../pdf/page_box.js'
import { typeLine } from '../type/typed_line.js'
import { TEST_RED } from './palette.js'

const LABEL = 'TEST DOCUMENT · NO LEGAL EFFECT'
const WATERMARK_OPACITY = 0.1

/** Nobody may take a test document for a contract, be it on screen, printed or cut in half. */
export function drawTestMark(
  drawing: Drawing,
  { width, height }: Pick<PageBox, 'width' | 'height'>
) {
  watermark(drawing, width, height)
  label(drawing, width, height)
}

function watermark(drawing: Drawing, width: number, height: number) {
  const word = typeLine('TEST', 'bold')
  const diagonal = Math.hypot(width, height)
  const size = (diagonal * 0.62 * 1000) / word.width
  const cos = width / diagonal
  const sin = height / diagonal
  drawing.isolated(() => {
    drawing.opacity(WATERMARK_OPACITY)
    drawing.transform([cos, sin, -sin, cos, width / 2, height / 2])
    drawing.text(word, (-word.width * size) / 2000, -0.36 * size, size, { ink: TEST_RED })
  })
}

function label(drawing: Drawing, width: number, height: number) {
  const line = typeLine(LABEL, 'bold')
  const tracking = 60
  const natural = (line.width + tracking * LABEL.length) / 1000
  const size = Math.min(7, (width * 0.9) / (natural + 2))
  const pill = { width: (natural + 1.8) * size, height: size * 2.1 }
  const x = (width - pill.width) / 2
  const y = Math.min(8, height * 0.02)
  drawing.isolated(() => {
    drawing.roundedRectangle({ x, y, ...pill }, pill.height / 2, {
      fill: [1, 1, 1],
      stroke: TEST_RED,
      line: size / 10,
    })
    const left = x + (pill.width - (natural - tracking / 1000) * size) / 2
    drawing.text(line, left, y + pill.height / 2 - size * 0.36, size, { ink: TEST_RED, tracking })
  })
}

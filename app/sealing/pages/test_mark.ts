import type { Drawing } from '../pdf/drawing.js'
import { overlap, type PageBox, type Rectangle } from '../pdf/page_box.js'
import { typeLine, type TypedLine } from '../type/typed_line.js'
import type { LatinFonts } from '../type/typefaces.js'
import { TEST_RED } from './palette.js'

const LABEL = 'TEST DOCUMENT · NO LEGAL EFFECT'
const WATERMARK_OPACITY = 0.1
/** Between the letters of the label, in thousandths of its size. */
const TRACKING = 60

/** Nobody may take a test document for a contract, be it on screen, printed or cut in half. */
export function drawTestMark(
  drawing: Drawing,
  { width, height }: Pick<PageBox, 'width' | 'height'>,
  latin: LatinFonts
) {
  watermark(drawing, width, height, latin)
  label(drawing, width, height, latin)
}

function watermark(drawing: Drawing, width: number, height: number, latin: LatinFonts) {
  const word = typeLine('TEST', 'bold', 'sc', latin)
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

function label(drawing: Drawing, pageWidth: number, pageHeight: number, latin: LatinFonts) {
  const { natural, size: inStandardFont, pill } = measured(pageWidth, pageHeight)
  const line = typeLine(LABEL, 'bold', 'sc', latin)
  const room = natural - TRACKING / 1000
  const size = (inStandardFont * room) / (naturalWidth(line) - TRACKING / 1000)
  const { x, y, width, height } = pill
  drawing.isolated(() => {
    drawing.roundedRectangle(pill, height / 2, {
      fill: [1, 1, 1],
      stroke: TEST_RED,
      line: size / 10,
    })
    const left = x + (width - room * inStandardFont) / 2
    const baseline = y + height / 2 - size * 0.36
    drawing.text(line, left, baseline, size, { ink: TEST_RED, tracking: TRACKING })
  })
}

/** Where the label stands, from the lower left corner of the page as it is seen, in points. */
export function testLabelBox({ width, height }: Pick<PageBox, 'width' | 'height'>): Rectangle {
  return measured(width, height).pill
}

/** Whether something that shows above everything else would hide the label. @param covered  from the upper left corner of the page as it is seen */
export function coversTestLabel({
  covered = [],
  ...page
}: Pick<PageBox, 'width' | 'height'> & { covered?: readonly Rectangle[] }): boolean {
  const { y, ...pill } = testLabelBox(page)
  const seen = { ...pill, y: page.height - y - pill.height }
  return covered.some((place) => overlap(place, seen))
}

function measured(pageWidth: number, pageHeight: number) {
  const natural = naturalWidth(typeLine(LABEL, 'bold'))
  const size = Math.min(7, (pageWidth * 0.9) / (natural + 2))
  const [width, height] = [(natural + 1.8) * size, size * 2.1]
  const pill = { x: (pageWidth - width) / 2, y: Math.min(8, pageHeight * 0.02), width, height }
  return { natural, size, pill }
}

/** Of the label, in units of its size. */
function naturalWidth({ width }: TypedLine): number {
  return (width + TRACKING * LABEL.length) / 1000
}

import type { PDFDict } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { ObjectReader } from '../pdf/object_reader.js'
import { intersection, type PageBox, type Rectangle } from '../pdf/page_box.js'
import { borderWidth } from './flattening/annotation_style.js'

/** Points: more than the widest border alone, and less than letters have. */
const HIDING = 5
/** Of a point each, or larger where links lie far apart. */
const MOST_SQUARES = 4_000_000

/** Whether borders of links fill a place in which a letter has room. Some programs draw them, and others do not. */
export function hideTogether(
  reader: ObjectReader,
  links: readonly PDFDict[],
  { media, crop }: PageBox
): boolean {
  const page = intersection(media, crop) ?? media
  const strokes = links
    .flatMap((link) => {
      const place = reader.rectangle(link.get(name('Rect')))
      return place ? strokesOf(place, borderWidth(reader, link)) : []
    })
    .flatMap((stroke) => intersection(stroke, page) ?? [])
  return strokes.length > 0 && fillSomewhere(strokes)
}

/** Along its edges, within them. */
function strokesOf({ x, y, width, height }: Rectangle, line: number): Rectangle[] {
  if (line === 0) return []
  const [across, down] = [Math.min(line, width), Math.min(line, height)]
  return [
    { x, y, width, height: down },
    { x, y: y + height - down, width, height: down },
    { x, y, width: across, height },
    { x: x + width - across, y, width: across, height },
  ]
}

function fillSomewhere(strokes: readonly Rectangle[]): boolean {
  const edges = (pick: (stroke: Rectangle) => number) => strokes.map(pick)
  const least = (numbers: number[]) => numbers.reduce((one, other) => Math.min(one, other))
  const most = (numbers: number[]) => numbers.reduce((one, other) => Math.max(one, other))
  const [left, bottom] = [least(edges(({ x }) => x)), least(edges(({ y }) => y))]
  const width = most(edges((stroke) => stroke.x + stroke.width)) - left
  const height = most(edges((stroke) => stroke.y + stroke.height)) - bottom
  const square = Math.max(1, Math.sqrt((width * height) / MOST_SQUARES), (width + height) / 60_000)
  const [columns, rows] = [Math.ceil(width / square) + 1, Math.ceil(height / square) + 1]
  // of larger squares, whatever they touch: lines beside each other would be lost between them
  const [near, far] = square > 1 ? [Math.floor, Math.ceil] : [Math.round, Math.round]
  const filled = new Uint8Array(columns * rows)
  for (const { x, y, width: across, height: down } of strokes) {
    const [from, to] = [near((x - left) / square), far((x - left + across) / square)]
    const [low, high] = [near((y - bottom) / square), far((y - bottom + down) / square)]
    for (let row = low; row < high; row++) filled.fill(1, row * columns + from, row * columns + to)
  }
  return hasSquare(filled, columns, Math.max(2, Math.round(HIDING / square)))
}

/** Each square is made the side of the largest filled one that ends with it. */
function hasSquare(filled: Uint8Array, columns: number, side: number): boolean {
  for (let at = columns + 1; at < filled.length; at++) {
    if (filled[at] === 0) continue
    const before = Math.min(filled[at - 1]!, filled[at - columns]!, filled[at - columns - 1]!)
    filled[at] = Math.min(side, before + 1)
    if (filled[at] === side) return true
  }
  return false
}

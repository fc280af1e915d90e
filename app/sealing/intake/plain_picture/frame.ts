import type { Ink } from '../../pdf/drawing.js'
import { intersection, type Matrix, type Rectangle } from '../../pdf/page_box.js'
import { NotPlain } from './not_plain.js'
import { placed, type PlainState, type Point } from './plain_state.js'

/** Points: bevels of the thickest usual border reach that far into a field. */
const DEEPEST = 6
const THICKEST_LINE = 6
/** A bevel has six. */
const MOST_POINTS = 8
/** Lines between the cells of a comb may lie that far from where they would be. */
const BESIDE = 1.5

/** Of a list, what lies behind a line of it. */
interface Row {
  bottom: number
  top: number
  ink: Ink
}

/** The shape of a field, as far as what is drawn in it depends on that. */
export interface FieldShape {
  /** Points, as its text stands upright. */
  width: number
  height: number
  /** Of a comb, how many. */
  cells: number | null
  /** Of a list: its rows may have a background of their own. */
  hasRows: boolean
}

/** The background and border of a field: paths from corner to corner along its edges. */
export class Frame {
  /** The last of them; null for none. */
  background: Ink | null = null
  readonly rows: Row[] = []
  #depth: number
  #paths: Point[][] = []
  #isOpen = false
  #isClipping = false

  constructor(readonly shape: FieldShape) {
    this.#depth = Math.min(DEEPEST, Math.min(shape.width, shape.height) / 4)
  }

  /** What lies behind a text there; null for the page alone. */
  groundAt(y: number): Ink | null {
    return this.rows.find(({ bottom, top }) => y > bottom && y < top)?.ink ?? this.background
  }

  moveTo(place: Matrix, [x, y]: Point) {
    this.#paths.push([placed(place, x, y)])
    this.#isOpen = true
  }

  lineTo(place: Matrix, [x, y]: Point) {
    if (!this.#isOpen) throw new NotPlain()
    this.#paths.at(-1)!.push(placed(place, x, y))
  }

  close() {
    this.#isOpen = false
  }

  rectangle(place: Matrix, [x, y, width, height]: readonly [number, number, number, number]) {
    this.moveTo(place, [x, y])
    this.lineTo(place, [x + width, y])
    this.lineTo(place, [x + width, y + height])
    this.lineTo(place, [x, y + height])
    this.close()
  }

  clip() {
    this.#isClipping = true
  }

  /**
   * Ends the paths. @param operator  that paints them, or `n`
   *
   * @returns whether anything is painted
   */
  paint(operator: string, state: PlainState): boolean {
    const paths = this.#paths
    this.#paths = []
    this.#isOpen = false
    if (this.#isClipping) state.clip = this.#clipped(state.clip, paths)
    this.#isClipping = false
    if (operator === 'n' || paths.length === 0) return false
    if (/[fFBb]/.test(operator)) this.#fill(paths, state.ink)
    if (/[SsBb]/.test(operator)) this.#stroke(paths, state, operator !== 'S')
    return true
  }

  #clipped(clip: Rectangle, [path, ...others]: Point[][]): Rectangle {
    const isFrame = path?.length === 4 && others.length === 0 && this.#follows(path, true)
    const left = isFrame ? intersection(clip, boxOf(path)) : null
    if (!left) throw new NotPlain()
    return left
  }

  #fill(paths: Point[][], ink: Ink) {
    const [path] = paths as [Point[]]
    if (paths.every((each) => this.#follows(each, true))) {
      const isBackground = paths.some((each) => this.#surroundsMiddle(each))
      // two of them may be each other's hole
      if (isBackground && (paths.length > 1 || path.length !== 4)) throw new NotPlain()
      if (isBackground) this.background = ink
    } else if (this.shape.hasRows && paths.length === 1 && this.#isRow(path)) {
      const { y, height } = boxOf(path)
      this.rows.push({ bottom: y, top: y + height, ink })
    } else throw new NotPlain()
  }

  #stroke(paths: Point[][], { line, place }: PlainState, isClosed: boolean) {
    const isThin = line * Math.max(place[0], place[3]) <= THICKEST_LINE
    const isBorder = paths.every(
      (path) => this.#follows(path, isClosed || path.length === 4) || this.#dividesCells(path)
    )
    if (!isThin || !isBorder) throw new NotPlain()
  }

  #follows(path: readonly Point[], isClosed: boolean): boolean {
    const corners = path.map(([x, y]) => [
      side(x, this.shape.width, this.#depth),
      side(y, this.shape.height, this.#depth),
    ])
    if (path.length > MOST_POINTS || corners.some(([across, up]) => !across || !up)) return false
    // within one corner there is room for a sign
    if (new Set(corners.map(String)).size === 1) return false
    return corners.every(([across, up], index) => {
      const [acrossBefore, upBefore] = corners.at(index - 1)!
      return (index === 0 && !isClosed) || across === acrossBefore || up === upBefore
    })
  }

  #surroundsMiddle(path: readonly Point[]): boolean {
    const [x, y] = [this.shape.width / 2, this.shape.height / 2]
    const turns = path.map(([fromX, fromY], index) => {
      const [toX, toY] = path[(index + 1) % path.length]!
      const isRight = (fromX + toX) / 2 > x
      return isRight && fromY <= y !== toY <= y ? Math.sign(toY - fromY) : 0
    })
    return turns.reduce<number>((sum, turn) => sum + turn, 0) !== 0
  }

  #isRow(path: readonly Point[]): boolean {
    return path.length === 4 && path.every(([x]) => side(x, this.shape.width, this.#depth) !== null)
  }

  #dividesCells([from, to, ...others]: readonly Point[]): boolean {
    const { cells, width } = this.shape
    if (cells === null || !from || !to || others.length > 0 || from[0] !== to[0]) return false
    const cell = width / cells
    return Math.abs(from[0] - Math.round(from[0] / cell) * cell) <= BESIDE
  }
}

function side(at: number, length: number, depth: number): 'start' | 'end' | null {
  if (Math.abs(at) <= depth) return 'start'
  return Math.abs(at - length) <= depth ? 'end' : null
}

function boxOf(path: readonly Point[]): Rectangle {
  const xs = path.map(([x]) => x)
  const ys = path.map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

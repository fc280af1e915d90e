import type { Rectangle } from '../../pdf/page_box.js'
import type { OpenedPage } from './opened_page.js'

/** Of a page: more than anybody writes on one. */
const MAX_CHARACTERS = 200_000
const PARTS_OF_POINT = 100

/** In points, from the top left corner of the page as it is seen. Text that is turned or spread over lines has one box around all of it. */
export interface TextMatch {
  match: RegExpMatchArray
  box: Rectangle
}

/** The text on a page, and where it stands; as long as PDFium keeps it. */
export class PageText {
  private constructor(
    readonly page: OpenedPage,
    /** As PDFium calls it. */
    readonly handle: number
  ) {}

  /** @returns what is made of the text; of a page whose text cannot be read, of none */
  static read<T>(page: OpenedPage, use: (text: PageText) => T): T {
    const text = new PageText(page, page.module._FPDFText_LoadPage(page.page))
    try {
      return use(text)
    } finally {
      if (text.handle !== 0) page.module._FPDFText_ClosePage(text.handle)
    }
  }

  drawn(): string {
    const { module } = this.page
    const count = this.#count
    if (count === 0) return ''
    const memory = module.wasmExports.malloc((count + 1) * 2)
    const length = module._FPDFText_GetText(this.handle, 0, count, memory)
    const end = memory + Math.max(0, length - 1) * 2
    const found = Buffer.from(module.HEAPU8.subarray(memory, end)).toString('utf16le')
    module.wasmExports.free(memory)
    return found.replace(/[\s\p{Cn}\p{Cc}]+/gu, '')
  }

  matches(expression: RegExp, most: number): TextMatch[] {
    return [...this.said().matchAll(expression)]
      .slice(0, most)
      .map((match) => ({ match, box: this.boxOf(match.index, match[0].length) }))
  }

  /** Its characters, one unit for each, so that what is found in the text is found on the page. */
  said(): string {
    const { module } = this.page
    const count = Math.min(MAX_CHARACTERS, this.#count)
    const codes = Array.from({ length: count }, (_, at) =>
      module._FPDFText_GetUnicode(this.handle, at)
    )
    return codes.map((code) => (code < 0xffff ? String.fromCharCode(code) : ' ')).join('')
  }

  /** Around some of its characters. */
  boxOf(from: number, length: number): Rectangle {
    const { module } = this.page
    const memory = module.wasmExports.malloc(4 * 8 + 2 * 4)
    const corners: [x: number, y: number][] = []
    for (let at = from; at < from + length; at++) {
      const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => memory + offset)
      if (!module._FPDFText_GetCharBox(this.handle, at, left, right, bottom, top)) continue
      const view = new DataView(module.HEAPU8.buffer, memory, 32)
      const [x1, x2, y1, y2] = [0, 8, 16, 24].map((offset) => view.getFloat64(offset, true))
      if (x1 === x2 || y1 === y2) continue // what it made up between words
      corners.push(this.#seen(x1, y1, memory + 32), this.#seen(x2, y2, memory + 32))
    }
    module.wasmExports.free(memory)
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    if (corners.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  }

  get #count(): number {
    if (this.handle === 0) return 0
    return Math.max(0, this.page.module._FPDFText_CountChars(this.handle))
  }

  /** A point of the page, rotated and cropped as it is seen. @param memory  for two integers */
  #seen(x: number, y: number, memory: number): [x: number, y: number] {
    const { module, page, width, height } = this.page
    const size = [width, height].map((side) => Math.round(side * PARTS_OF_POINT))
    module._FPDF_PageToDevice(page, 0, 0, size[0], size[1], 0, x, y, memory, memory + 4)
    const [across, down] = module.HEAP32.slice(memory / 4, memory / 4 + 2)
    return [across / PARTS_OF_POINT, down / PARTS_OF_POINT]
  }
}

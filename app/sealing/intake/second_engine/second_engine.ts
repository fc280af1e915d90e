import { PDFiumModule } from '@hyzyla/pdfium'
import type { Rectangle } from '../../pdf/page_box.js'

type Module = Awaited<ReturnType<typeof PDFiumModule>>

/** Functions of PDFium that the package has and does not describe. */
interface Undescribed {
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
  _FPDF_GetDocPermissions(document: number): number
  _FPDF_RemoveFormFieldHighlight(form: number): void
  _FPDFText_GetUnicode(text: number, index: number): number
  /** Four doubles in the units of the page, not of who sees it. */
  _FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number
  ): number
  _FPDF_PageToDevice(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    x: number,
    y: number,
    across: number,
    down: number
  ): number
  wasmExports: { __indirect_function_table: { set(index: number, value: unknown): void } }
}

/** As far as it is needed here: Node's types leave it to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>
  ) => { exports: Record<string, unknown> }
}

/** A page as it is drawn: one byte a pixel, from 0, black, to 255, white. */
export interface Raster {
  width: number
  height: number
  gray: Uint8Array
}

const GRAY = 1
const WHITE = 0xffffffff
const WITH_ANNOTATIONS = 0x01
const IN_GRAY = 0x08
const WITHOUT_SECURITY = 3
const MAX_SIDE = 1600
/** Of a page: more than anybody writes on one. */
const MAX_CHARACTERS = 200_000
const PARTS_OF_POINT = 100
/** The table of functions cannot grow. This place, the null pointer's, is its only free one, and is lent for the time of one call. */
const FREE_FUNCTION = 0
/** A module that re-exports a function of JavaScript as one that C can call: (i32, i32, i32) → i32. */
const CALLBACK = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 7, 1, 1, 0x65, 1,
  0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
])

let starting: Promise<SecondEngine> | undefined

/**
 * PDFium, which shares no code with the parser that we write files with: what both read alike is what
 * the file says.
 */
export class SecondEngine {
  static start(): Promise<SecondEngine> {
    starting ??= PDFiumModule({}).then((module) => new SecondEngine(module))
    starting.catch(() => (starting = undefined))
    return starting
  }

  #module: Module & Undescribed

  private constructor(module: Module) {
    this.#module = module as Module & Undescribed
    this.#module._FPDF_InitLibraryWithConfig({})
  }

  /** @returns null for what it cannot open, encrypted files included unless they need no password */
  open(bytes: Uint8Array): OpenedFile | null {
    const memory = this.#module.wasmExports.malloc(bytes.length)
    this.#module.HEAPU8.set(bytes, memory)
    const document = this.#module._FPDF_LoadMemDocument(memory, bytes.length, 0)
    if (document !== 0) return new OpenedFile(this.#module, document, memory)
    this.#module.wasmExports.free(memory)
    return null
  }
}

/** Of the structure through which a form would call its program; nothing is called. */
const FORM_CALLS_BYTES = 256
const FORM_CALLS_VERSION = 2

export class OpenedFile {
  readonly pageCount: number
  #form: number
  #formCalls: number

  constructor(
    readonly module: Module & Undescribed,
    readonly document: number,
    readonly memory: number
  ) {
    this.pageCount = module._FPDF_GetPageCount(document)
    this.#formCalls = module.wasmExports.malloc(FORM_CALLS_BYTES)
    module.HEAPU8.fill(0, this.#formCalls, this.#formCalls + FORM_CALLS_BYTES)
    module.HEAP32[this.#formCalls / 4] = FORM_CALLS_VERSION
    this.#form = module._FPDFDOC_InitFormFillEnvironment(document, this.#formCalls)
    if (this.#form !== 0) module._FPDF_RemoveFormFieldHighlight(this.#form)
  }

  /** Bits of ISO 32000-2, table 22, as an unsigned number. */
  get permissions(): number {
    return this.module._FPDF_GetDocPermissions(this.document) >>> 0
  }

  /** @param index  from 0; @returns null for a page that cannot be read */
  page(index: number): OpenedPage | null {
    const page = this.module._FPDF_LoadPage(this.document, index)
    return page === 0 ? null : new OpenedPage(this.module, page, this.#form)
  }

  /** The file written anew, without its encryption. */
  withoutSecurity(): Uint8Array {
    const { module } = this
    const parts: Buffer[] = []
    const take = (_writer: number, data: number, size: number) => {
      parts.push(Buffer.from(module.HEAPU8.slice(data, data + size)))
      return 1
    }
    const instance = new WebAssembly.Instance(new WebAssembly.Module(CALLBACK), { e: { f: take } })
    const table = module.wasmExports.__indirect_function_table
    const writer = module.wasmExports.malloc(8)
    module.HEAP32.set([1, FREE_FUNCTION], writer / 4)
    try {
      table.set(FREE_FUNCTION, instance.exports.f)
      module._FPDF_SaveAsCopy(this.document, writer, WITHOUT_SECURITY)
    } finally {
      table.set(FREE_FUNCTION, null)
      module.wasmExports.free(writer)
    }
    return Buffer.concat(parts)
  }

  close() {
    if (this.#form !== 0) this.module._FPDFDOC_ExitFormFillEnvironment(this.#form)
    this.module._FPDF_CloseDocument(this.document)
    this.module.wasmExports.free(this.#formCalls)
    this.module.wasmExports.free(this.memory)
  }
}

export class OpenedPage {
  /** Points, as the page is seen. */
  readonly width: number
  readonly height: number

  constructor(
    readonly module: Module & Undescribed,
    readonly page: number,
    readonly form: number
  ) {
    if (form !== 0) module._FORM_OnAfterLoadPage(page, form)
    this.width = module._FPDF_GetPageWidth(page)
    this.height = module._FPDF_GetPageHeight(page)
  }

  /** The text of its content, in the order in which it is drawn, without spaces. */
  text(): string {
    const { module } = this
    const text = module._FPDFText_LoadPage(this.page)
    if (text === 0) return ''
    const count = Math.max(0, module._FPDFText_CountChars(text))
    const memory = module.wasmExports.malloc((count + 1) * 2)
    const length = module._FPDFText_GetText(text, 0, count, memory)
    const end = memory + Math.max(0, length - 1) * 2
    const found = Buffer.from(module.HEAPU8.subarray(memory, end)).toString('utf16le')
    module.wasmExports.free(memory)
    module._FPDFText_ClosePage(text)
    return found.replace(/[\s\p{Cn}\p{Cc}]+/gu, '')
  }

  /**
   * Where the text of the page matches, in points from the top left corner of the page as it is seen. Text that is turned
   * or spread over lines has one box around all of it.
   *
   * @param expression  global; linear in the length of what it is given
   */
  matches(expression: RegExp, most: number): { match: RegExpMatchArray; box: Rectangle }[] {
    const { module } = this
    const text = module._FPDFText_LoadPage(this.page)
    if (text === 0) return []
    const count = Math.min(MAX_CHARACTERS, Math.max(0, module._FPDFText_CountChars(text)))
    const codes = Array.from({ length: count }, (_, at) => module._FPDFText_GetUnicode(text, at))
    // one unit for each, so that what is found in the text is found on the page
    const said = codes.map((code) => (code < 0xffff ? String.fromCharCode(code) : ' ')).join('')
    const found = [...said.matchAll(expression)].slice(0, most).map((match) => ({
      match,
      box: this.#boxOf(text, match.index, match[0].length),
    }))
    module._FPDFText_ClosePage(text)
    return found
  }

  #boxOf(text: number, from: number, length: number): Rectangle {
    const { module } = this
    const memory = module.wasmExports.malloc(4 * 8 + 2 * 4)
    const corners: [x: number, y: number][] = []
    for (let at = from; at < from + length; at++) {
      const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => memory + offset)
      if (!module._FPDFText_GetCharBox(text, at, left, right, bottom, top)) continue
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

  /** A point of the page, rotated and cropped as it is seen. @param memory  for two integers */
  #seen(x: number, y: number, memory: number): [x: number, y: number] {
    const { module } = this
    const size = [this.width, this.height].map((side) => Math.round(side * PARTS_OF_POINT))
    module._FPDF_PageToDevice(this.page, 0, 0, size[0], size[1], 0, x, y, memory, memory + 4)
    const [across, down] = module.HEAP32.slice(memory / 4, memory / 4 + 2)
    return [across / PARTS_OF_POINT, down / PARTS_OF_POINT]
  }

  /** @param scale  pixels a point; less for pages of an unusual size */
  raster(scale: number): Raster {
    const fitted = Math.min(scale, MAX_SIDE / Math.max(this.width, this.height, 1))
    const width = Math.max(1, Math.ceil(this.width * fitted))
    const height = Math.max(1, Math.ceil(this.height * fitted))
    return this.#drawn({ width, height }, { x: 0, y: 0, width, height })
  }

  /** All of the page, in as many pixels as another picture has. */
  rasterLike({ width, height }: Raster): Raster {
    return this.#drawn({ width, height }, { x: 0, y: 0, width, height })
  }

  /**
   * A part of the page, from near.
   *
   * @param place  in points, from the top left corner of the page as it is seen
   * @param scale  pixels a point
   */
  closeUp(place: Rectangle, scale: number): Raster {
    const part = {
      width: Math.max(1, Math.ceil(place.width * scale)),
      height: Math.max(1, Math.ceil(place.height * scale)),
    }
    return this.#drawn(part, {
      x: -Math.floor(place.x * scale),
      y: -Math.floor(place.y * scale),
      width: Math.ceil(this.width * scale),
      height: Math.ceil(this.height * scale),
    })
  }

  /** @param page  where all of the page would lie on the picture, in pixels */
  #drawn({ width, height }: { width: number; height: number }, page: Rectangle): Raster {
    const { module } = this
    const bitmap = module._FPDFBitmap_CreateEx(width, height, GRAY, 0, width)
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    const flags = WITH_ANNOTATIONS | IN_GRAY
    const area = [page.x, page.y, page.width, page.height] as const
    module._FPDF_RenderPageBitmap(bitmap, this.page, ...area, 0, flags)
    if (this.form !== 0) module._FPDF_FFLDraw(this.form, bitmap, this.page, ...area, 0, flags)
    const at = module._FPDFBitmap_GetBuffer(bitmap)
    const stride = module._FPDFBitmap_GetStride(bitmap)
    const gray = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      const start = at + row * stride
      gray.set(module.HEAPU8.subarray(start, start + width), row * width)
    }
    module._FPDFBitmap_Destroy(bitmap)
    return { width, height, gray }
  }

  close() {
    if (this.form !== 0) this.module._FORM_OnBeforeClosePage(this.page, this.form)
    this.module._FPDF_ClosePage(this.page)
  }
}

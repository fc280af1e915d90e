import { OpenedPage } from './opened_page.js'
import type { Pdfium } from './pdfium.js'

/** As far as it is needed here: Node's types leave it to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>
  ) => { exports: Record<string, unknown> }
}

const WITHOUT_SECURITY = 3
/** The table of functions cannot grow. This place, the null pointer's, is its only free one, and is lent for the time of one call. */
const FREE_FUNCTION = 0
/** A module that re-exports a function of JavaScript as one that C can call: (i32, i32, i32) → i32. */
const CALLBACK = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 7, 1, 1, 0x65, 1,
  0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
])
/** Of the structure through which a form would call its program; nothing is called. */
const FORM_CALLS_BYTES = 256
const FORM_CALLS_VERSION = 2

export class OpenedFile {
  readonly pageCount: number
  #form: number
  #formCalls: number

  constructor(
    readonly module: Pdfium,
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

import { PDFiumModule } from '@hyzyla/pdfium'
import { OpenedFile } from './opened_file.js'
import type { Pdfium } from './pdfium.js'

let starting: Promise<SecondEngine> | undefined

/**
 * PDFium, which shares no code with the parser that we write files with: what both read alike is what
 * the file says.
 */
export class SecondEngine {
  static start(): Promise<SecondEngine> {
    starting ??= PDFiumModule({}).then((module) => new SecondEngine(module as Pdfium))
    starting.catch(() => (starting = undefined))
    return starting
  }

  #module: Pdfium

  private constructor(module: Pdfium) {
    this.#module = module
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

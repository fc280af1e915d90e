import type { PDFiumModule } from '@hyzyla/pdfium'

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

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & Undescribed

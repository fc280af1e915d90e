import type { Rectangle } from '#app/sealing/pdf/page_box'

/** Points (1/72 inch) of a page as a person sees it: CropBox within MediaBox, /Rotate applied. */
export interface PageSize {
  width: number
  height: number
}

/** A page as a document keeps it. */
export interface DocumentPage extends PageSize {
  /** Where nothing shows that is added to a file that was signed before; missing where that is nowhere, and of what was uploaded before this was looked at. */
  covered?: Rectangle[]
}

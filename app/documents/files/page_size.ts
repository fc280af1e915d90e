/** Points (1/72 inch) of a page as a person sees it: CropBox within MediaBox, /Rotate applied. */
export interface PageSize {
  width: number
  height: number
}

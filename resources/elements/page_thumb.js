import PdfPage from './pdf_page.js'

/** `<page-thumb number width height wordless>`: a small page beside the large ones. */
class PageThumb extends PdfPage {
  /** Nothing lies on it. */
  resized() {}
}

customElements.define('page-thumb', PageThumb)

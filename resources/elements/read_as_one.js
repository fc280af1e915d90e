/**
 * What is needed of a PDF to show its pages; of several, also on which page each begins.
 *
 * @typedef {Pick<import('pdfjs-dist').PDFDocumentProxy, 'numPages' | 'getPage'> & { firstPages?: number[] }} ReadPdf
 */

/**
 * Several PDFs with their pages behind one another, as the server joins them.
 *
 * @param {import('pdfjs-dist').PDFDocumentProxy[]} pdfs
 * @returns {ReadPdf}
 */
export function readAsOne(pdfs) {
  const pagesBefore = (/** @type {number} */ at) =>
    pdfs.slice(0, at).reduce((sum, pdf) => sum + pdf.numPages, 0)
  return {
    numPages: pagesBefore(pdfs.length),
    firstPages: pdfs.map((_, at) => pagesBefore(at) + 1),
    getPage(number) {
      let page = number
      for (const pdf of pdfs) {
        if (page <= pdf.numPages) return pdf.getPage(page)
        page -= pdf.numPages
      }
      return Promise.reject(new RangeError(`There is no page ${number}`))
    },
  }
}

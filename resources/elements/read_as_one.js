/** @typedef {Pick<import('pdfjs-dist').PDFDocumentProxy, 'numPages' | 'getPage'>} ReadPdf  What is needed of a PDF to show its pages. */

/**
 * Several PDFs with their pages behind one another, as the server joins them.
 *
 * @param {import('pdfjs-dist').PDFDocumentProxy[]} pdfs
 * @returns {ReadPdf}
 */
export function readAsOne(pdfs) {
  return {
    numPages: pdfs.reduce((sum, pdf) => sum + pdf.numPages, 0),
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

const folder = new URL('../npm/pdfjs-dist/', import.meta.url)

/** @type {Promise<typeof import('pdfjs-dist')> | undefined} */
let library

/** pdf.js, once somebody needs it: it is larger than all else on a page. */
export function pdfLibrary() {
  library ??= load()
  return library
}

/** @param {string} name */
export const partOfLibrary = (name) => new URL(`${name}/`, folder).href

async function load() {
  const pdfjs = await import('../npm/pdfjs-dist/legacy/build/pdf.min.mjs')
  pdfjs.GlobalWorkerOptions.workerSrc = new URL('legacy/build/pdf.worker.min.mjs', folder).href
  return pdfjs
}

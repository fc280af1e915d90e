/**
 * Words that stand upright as one sees the page, however it is turned.
 *
 * @param {import('pdfjs-dist').PDFDocumentProxy} pdf @param {number} number
 * @returns {Promise<import('./field_hints.js').Run[]>}
 */
export async function runsOf(pdf, number) {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return []
    const [a, b, , , e, f] = item.transform
    const along = item.width / (Math.hypot(a, b) || 1)
    const [x, y] = viewport.convertToViewportPoint(e, f)
    const [endX, endY] = viewport.convertToViewportPoint(e + a * along, f + b * along)
    const isUpright = Math.abs(endY - y) < 1 && endX > x
    return isUpright ? { text: item.str, x, y, width: endX - x, height: item.height } : []
  })
}

/** @type {CanvasRenderingContext2D | null} */
let ink = null

/** How wide words are beside others of their line, whatever their typeface. @param {string} text */
export function widthOf(text) {
  ink ??= document.createElement('canvas').getContext('2d')
  return ink?.measureText(text).width ?? text.length
}

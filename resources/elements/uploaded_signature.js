const MAX_WIDTH = 900
const MAX_HEIGHT = 360
const MAX_FILE_BYTES = 10 * 1024 * 1024
const PAPER = 0.72
const INK = 0.45

/**
 * Turns a photo or scan of a signature into a small PNG of its ink alone: paper becomes
 * transparent, whatever its shade.
 *
 * @param {File} file
 * @returns {Promise<import('./signature_image.js').UploadedSignature>}
 * @throws {Error} whose message is the name of what the dialog says: `tooLarge`, `unreadable`, `noInk`
 */
export default async function uploadedSignature(file) {
  if (file.size > MAX_FILE_BYTES) throw new Error('tooLarge')
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('unreadable')
  })
  const scale = Math.min(1, MAX_WIDTH / picture.width, MAX_HEIGHT / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height)
  const box = keepInk(pixels)
  if (!box) throw new Error('noInk')
  pen.putImageData(pixels, 0, 0)
  return { kind: 'uploaded', image: cropped(canvas, box) }
}

/**
 * @param {ImageData} pixels  changed in place
 * @returns {{left: number, top: number, right: number, bottom: number} | null} where ink is
 */
function keepInk({ data, width }) {
  let box = null
  for (let at = 0; at < data.length; at += 4) {
    const light = (0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]) / 255
    const cover = Math.min(1, Math.max(0, (PAPER - light) / (PAPER - INK)))
    data[at + 3] = Math.round(data[at + 3] * cover)
    if (data[at + 3] < 40) continue
    const x = (at / 4) % width
    const y = Math.floor(at / 4 / width)
    box ??= { left: x, top: y, right: x, bottom: y }
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.bottom = y
  }
  return box
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{left: number, top: number, right: number, bottom: number}} box
 */
function cropped(canvas, { left, top, right, bottom }) {
  const cut = document.createElement('canvas')
  cut.width = right - left + 1
  cut.height = bottom - top + 1
  cut.getContext('2d')?.drawImage(canvas, -left, -top)
  return cut.toDataURL('image/png').slice('data:image/png;base64,'.length)
}

const SVG = 'http://www.w3.org/2000/svg'
const INK = '#14204a'
// Letters of a hand reach over their own width.
const MARGIN = 16
/** The very hand that the sealed PDF has. */
const HAND = '400 100px Caveat, "Noto Sans", cursive'

/**
 * What a signer adopted as signature or initials.
 *
 * @typedef {{kind: 'drawn', strokes: {x: number, y: number, p?: number}[][], width: number, height: number}} DrawnSignature
 * @typedef {{kind: 'typed', text: string}} TypedSignature
 * @typedef {{kind: 'uploaded', image: string}} UploadedSignature  a PNG in base64
 * @typedef {DrawnSignature | TypedSignature | UploadedSignature} Signature
 */

/** `<signature-image>`: shows a signature as large as its place allows. */
export default class SignatureImage extends HTMLElement {
  /** @param {Signature | null} signature */
  set signature(signature) {
    this.replaceChildren()
    if (signature) this.append(this.#picture(signature))
  }

  /** @param {Signature} signature */
  #picture(signature) {
    if (signature.kind === 'drawn') return this.#drawn(signature)
    if (signature.kind === 'typed') return this.#typed(signature)
    return this.#uploaded(signature)
  }

  /** @param {DrawnSignature} signature */
  #drawn({ strokes, width, height }) {
    const svg = this.#svg(width, height)
    const pen = Math.max(1.6, height / 60)
    const isPressed = strokes.flat().some(({ p }) => p !== undefined)
    if (isPressed) svg.append(...strokes.flatMap((stroke) => pressed(stroke, pen)))
    else svg.append(line(strokes.map(curve).join(' '), pen))
    return svg
  }

  /** @param {TypedSignature} signature */
  #typed({ text }) {
    const pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = HAND
    const width = (pen?.measureText(text).width ?? text.length * 40) + MARGIN * 2
    const svg = this.#svg(width, 130)
    const words = document.createElementNS(SVG, 'text')
    words.setAttribute('x', String(MARGIN))
    words.setAttribute('y', '92')
    // x is where the words begin on the left, also of a name that is read from the right, which letters see to
    words.setAttribute('direction', 'ltr')
    words.setAttribute('fill', INK)
    words.setAttribute('font-size', '100')
    words.setAttribute('font-weight', '400')
    words.setAttribute('font-family', 'Caveat, "Noto Sans", cursive')
    words.textContent = text
    svg.append(words)
    // The letters may still be on their way; their width is known only then.
    document.fonts.load(HAND, text).then(() => {
      if (pen) svg.setAttribute('viewBox', `0 0 ${pen.measureText(text).width + MARGIN * 2} 130`)
    })
    return svg
  }

  /** @param {UploadedSignature} signature */
  #uploaded({ image }) {
    const picture = document.createElement('img')
    picture.alt = ''
    picture.src = `data:image/png;base64,${image}`
    return picture
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  #svg(width, height) {
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
    svg.setAttribute('aria-hidden', 'true')
    const isCentred = this.dataset.align === 'center'
    svg.setAttribute('preserveAspectRatio', `${isCentred ? 'xMid' : 'xMin'}YMid meet`)
    return svg
  }
}

/** @param {string} path @param {number} width */
function line(path, width) {
  const shape = document.createElementNS(SVG, 'path')
  shape.setAttribute('d', path)
  shape.setAttribute('fill', 'none')
  shape.setAttribute('stroke', INK)
  shape.setAttribute('stroke-width', String(width))
  shape.setAttribute('stroke-linecap', 'round')
  shape.setAttribute('stroke-linejoin', 'round')
  return shape
}

/** The same bends in pieces, as wide as the pen pressed there. @param {{x: number, y: number, p?: number}[]} points @param {number} pen */
function pressed(points, pen) {
  return points.map((point, at) => {
    const [from, to] = [points[at - 1] ?? point, points[at + 1] ?? point]
    const bend = `M${middle(from, point)}Q${point.x} ${point.y} ${middle(point, to)}`
    return line(points.length === 1 ? curve(points) : bend, pen * widthOf(point))
  })
}

/** The same parts of an even pen as in the PDF. @param {{p?: number}} point */
function widthOf({ p = 0.5 }) {
  return 0.45 + 1.1 * p
}

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
function middle(one, other) {
  return `${(one.x + other.x) / 2} ${(one.y + other.y) / 2}`
}

/**
 * Through the middles of neighbouring points, so that a stroke bends as the hand did.
 *
 * @param {{x: number, y: number}[]} points
 */
function curve(points) {
  const [first, ...rest] = points
  if (rest.length === 0) return `M${first.x} ${first.y}h0.01`
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1]
    return `Q${point.x} ${point.y} ${middle(point, next)}`
  })
  const last = rest[rest.length - 1]
  return `M${first.x} ${first.y}${bends.join('')}L${last.x} ${last.y}`
}

customElements.define('signature-image', SignatureImage)

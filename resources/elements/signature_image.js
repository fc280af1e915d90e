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
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', strokes.map(curve).join(' '))
    path.setAttribute('fill', 'none')
    path.setAttribute('stroke', INK)
    path.setAttribute('stroke-width', String(Math.max(1.6, height / 60)))
    path.setAttribute('stroke-linecap', 'round')
    path.setAttribute('stroke-linejoin', 'round')
    svg.append(path)
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
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  const last = rest[rest.length - 1]
  return `M${first.x} ${first.y}${bends.join('')}L${last.x} ${last.y}`
}

customElements.define('signature-image', SignatureImage)

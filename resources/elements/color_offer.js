const SVG = 'http://www.w3.org/2000/svg'

/**
 * A button that takes a colour.
 *
 * @param {string} color  `#rrggbb`
 * @param {string} words
 * @param {() => void} take
 */
export function colorOffer(color, words, take) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button offer'
  button.dataset.size = 'small'
  const text = document.createElement('span')
  text.textContent = words
  button.append(swatchOf(color), text)
  button.addEventListener('click', take)
  return button
}

/**
 * @param {HTMLInputElement | null} field
 * @param {string} color
 */
export function takeColor(field, color) {
  if (!field) return
  field.value = color
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** @param {string} color */
function swatchOf(color) {
  const swatch = document.createElementNS(SVG, 'svg')
  swatch.setAttribute('class', 'swatch')
  swatch.setAttribute('viewBox', '0 0 16 16')
  swatch.setAttribute('aria-hidden', 'true')
  const square = document.createElementNS(SVG, 'rect')
  for (const [name, value] of Object.entries({ width: 16, height: 16, rx: 5, fill: color }))
    square.setAttribute(name, String(value))
  swatch.append(square)
  return swatch
}

/** What is put into a page, made harmless; what `html` itself has made is left as it is. */
export function html(parts, ...values) {
  return new Html(parts.reduce((text, part, index) => text + shown(values[index - 1]) + part))
}

class Html {
  constructor(text) {
    this.text = text
  }

  toString() {
    return this.text
  }
}

function shown(value) {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(shown).join('')
  if (value instanceof Html) return value.text
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

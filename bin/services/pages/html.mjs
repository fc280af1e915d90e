/** Text that was escaped already, or written by us. */
class Html {
  constructor(text) {
    this.text = text
  }

  toString() {
    return this.text
  }
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A template that escapes what is put into it, except for other such templates. */
export function html(strings, ...values) {
  return new Html(String.raw({ raw: strings }, ...values.map(render)))
}

function render(value) {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character])
}

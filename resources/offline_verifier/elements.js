/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} content
 */
export function element(tag, attributes = {}, ...content) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...content)
  return made
}

export function fragment(...content) {
  const made = document.createDocumentFragment()
  made.append(...content)
  return made
}

/** @param {string} svg  of ours */
export function icon(svg) {
  const holder = document.createElement('template')
  holder.innerHTML = svg
  return holder.content.firstElementChild
}

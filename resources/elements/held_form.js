const FIELD = 'input:not([type=hidden]), select, textarea'

/** @type {WeakSet<HTMLFormElement>} */
const held = new WeakSet()

/** Whether what is in it stays as it is. @param {HTMLFormElement} form */
export function isHeld(form) {
  return held.has(form)
}

/**
 * Keeps what is in a form as it is while it is under way, so that what is sent again is the same: nobody reaches its fields. What comes
 * beside the row of its buttons later can be reached, and so can the links in that row.
 *
 * @param {HTMLFormElement} form
 * @param {Element} row
 * @returns what lets go of it
 */
export function holdForm(form, row) {
  const outside = [...form.elements].filter((control) => !form.contains(control))
  const parts = [...partsOf(form, row), ...outside].filter((part) => !part.hasAttribute('inert'))
  for (const part of parts) part.toggleAttribute('inert', true)
  held.add(form)
  return () => {
    for (const part of parts) part.toggleAttribute('inert', false)
    held.delete(form)
  }
}

/** All around the row, and the row where something is entered in it. @param {HTMLFormElement} form @param {Element} row */
function partsOf(form, row) {
  const parts = row.querySelector(FIELD) ? [row] : []
  for (let inner = row; inner !== form && inner.parentElement; inner = inner.parentElement)
    parts.push(...[...inner.parentElement.children].filter((part) => part !== inner))
  return parts
}

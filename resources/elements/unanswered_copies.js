/**
 * Requests that sent all of a form and were not answered: each may have been done.
 *
 * @type {WeakMap<HTMLFormElement, Set<unknown>>}
 */
const copies = new WeakMap()

/** @param {HTMLFormElement} form @param {unknown} request */
export function keepCopy(form, request) {
  const sent = copies.get(form) ?? new Set()
  copies.set(form, sent.add(request))
}

/** The server has said what came of it. @param {HTMLFormElement} form @param {unknown} request */
export function dropCopy(form, request) {
  copies.get(form)?.delete(request)
}

/** What came of all of them is known. @param {HTMLFormElement} form */
export function dropCopies(form) {
  copies.delete(form)
}

/** @param {HTMLFormElement} form @param {unknown} request */
export function isCopyOut(form, request) {
  return Boolean(copies.get(form)?.has(request))
}

/** Nobody can say that nothing was done. @param {HTMLFormElement} form */
export function mayBeDone(form) {
  return Boolean(copies.get(form)?.size)
}

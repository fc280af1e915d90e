import words from './dashboard_words.js'

const { question: QUESTION } = words.unsavedWork

/** @type {any} */
const up = /** @type {any} */ (window).up

/**
 * Forms with values that were never submitted, and the address that each is at.
 *
 * @type {Map<HTMLFormElement, string>}
 */
const unsaved = new Map()

/**
 * Forms in which something has been changed since they were last saved, also while they are under way.
 *
 * @type {WeakSet<HTMLFormElement>}
 */
const touched = new WeakSet()

/** Asks before a link, Back, Escape or the end of the tab takes unsaved values away. */
export function guardUnsavedWork() {
  document.addEventListener('input', ({ target }) => note(/** @type {HTMLInputElement} */ (target)))
  document.addEventListener('change', ({ target }) =>
    note(/** @type {HTMLInputElement} */ (target))
  )
  // a form that saves itself tells when all of it is stored
  document.addEventListener('form:saved', ({ target }) => {
    forget(/** @type {Element} */ (target))
    touched.delete(/** @type {HTMLFormElement} */ (target))
  })
  document.addEventListener('form:unsent', ({ target }) =>
    unsaved.set(/** @type {HTMLFormElement} */ (target), location.href)
  )
  document.addEventListener('submit', ({ target, submitter }) => {
    // into a frame goes a look at it alone
    if (!submitter?.hasAttribute('formtarget')) forget(/** @type {Element} */ (target))
  })
  up.on('up:form:submit', (/** @type {any} */ { form }) => forget(form))
  // what was refused is shown again, and is still not saved
  up.compiler('form[method=post]', (/** @type {HTMLFormElement} */ form) => {
    if (form.matches('[data-changed]') || form.querySelector('[aria-invalid=true]')) remember(form)
  })
  up.on('up:link:follow', (/** @type {any} */ event) => {
    if (!mayLeave(replacedBy(event.renderOptions))) event.preventDefault()
  })
  up.on('up:layer:dismiss', (/** @type {any} */ event) => {
    if (!mayLeave(event.layer.element)) event.preventDefault()
  })
  up.on('up:location:restore', (/** @type {any} */ event) => {
    const left = [...pending(document)].at(-1)
    if (mayLeave(document)) return
    event.preventDefault()
    up.history.push(left?.[1])
  })
  window.addEventListener('beforeunload', (event) => {
    if (pending(document).length > 0) event.preventDefault()
  })
}

/** @param {HTMLInputElement} control */
function note(control) {
  // which may stand elsewhere on the page
  const form = control.matches('input, select, textarea') ? control.form : null
  if (form?.method === 'post') remember(form)
}

/** @param {HTMLFormElement} form */
function remember(form) {
  unsaved.set(form, location.href)
  touched.add(form)
}

/** Whether there is something in it to lose. @param {HTMLFormElement} form */
export function isTouched(form) {
  return touched.has(form)
}

/** @param {Element} form */
function forget(form) {
  unsaved.delete(/** @type {HTMLFormElement} */ (form))
}

/**
 * What a link takes away: nothing if it opens a dialog, the whole page unless it names a part.
 *
 * @param {{ layer?: unknown, target?: unknown }} options
 */
function replacedBy({ layer, target }) {
  if (String(layer).startsWith('new')) return null
  const isPart = typeof target === 'string' && target.startsWith('#')
  return isPart ? document.querySelector(target) : document
}

/** @param {Document | Element | null} place */
function pending(place) {
  for (const form of unsaved.keys()) if (!form.isConnected) unsaved.delete(form)
  return [...unsaved].filter(([form]) => place?.contains(form))
}

/**
 * Whether nothing is lost, or its owner does not mind.
 *
 * @param {Document | Element | null} place
 */
function mayLeave(place) {
  const forms = pending(place)
  if (forms.length > 0 && !window.confirm(QUESTION)) return false
  for (const [form] of forms) forget(form)
  return true
}

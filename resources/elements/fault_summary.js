import texts from './dashboard_words.js'

/**
 * Lists, next to the button of a refused form, every field that needs attention, with a link to it. A single fault needs no list: the focus is there.
 *
 * @param {Element} fragment  the form that came back, or the page around it
 */
export function listFaults(fragment) {
  const forms = fragment.matches('form') ? [fragment] : fragment.querySelectorAll('form')
  for (const form of forms) {
    const faults = [
      ...form.querySelectorAll('[aria-invalid=true], fieldset[aria-describedby]'),
    ].flatMap(faultOf)
    const place = [...form.querySelectorAll('[type=submit]')].at(-1)?.parentElement
    if (faults.length > 1 && place) place.before(summaryOf(faults))
  }
}

/**
 * @typedef {{ control: HTMLElement, label: string, words: string }} Fault
 * @param {Element} element  a control, or the choices of a fieldset, of which the first is gone to
 * @returns {Fault[]}
 */
function faultOf(element) {
  const isChoice = element instanceof HTMLFieldSetElement
  const control = isChoice ? element.querySelector('input') : element
  const isKnown = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some(
    (kind) => control instanceof kind
  )
  if (!isKnown || !(control instanceof HTMLElement)) return []
  const described = element.getAttribute('aria-describedby')?.split(' ') ?? []
  const words = described
    .map((id) => document.getElementById(id))
    .find((text) => text?.matches('.field-error'))?.textContent
  const label = isChoice
    ? element.querySelector('legend')?.textContent?.trim()
    : control.labels?.[0]?.firstChild?.textContent?.trim()
  return words && label ? [{ control, label, words: words.trim() }] : []
}

/** @param {Fault[]} faults */
function summaryOf(faults) {
  const box = document.createElement('div')
  box.className = 'notice fault-summary'
  box.dataset.tone = 'danger'
  const title = document.createElement('strong')
  title.textContent = texts.faults.title(faults.length)
  const list = document.createElement('ul')
  list.append(...faults.map(itemOf))
  const text = document.createElement('div')
  text.append(title, list)
  box.append(text)
  return box
}

/** @param {Fault} fault */
function itemOf({ control, label, words }) {
  const link = document.createElement('a')
  link.href = `#${control.id || control.closest('form')?.id}`
  link.textContent = label
  link.addEventListener('click', (event) => {
    event.preventDefault()
    control.focus({ preventScroll: true })
    control.scrollIntoView({ block: 'center' })
  })
  const item = document.createElement('li')
  item.append(link, `: ${words}`)
  return item
}

const FAULTS = '[aria-invalid=true], .field-error, .notice[data-tone=danger]'

/**
 * Brings the first fault of a refused form into view, and the focus to it.
 *
 * @param {Element} fragment  the page that came back
 */
export function showFirstFault(fragment) {
  const fault = fragment.querySelector('[aria-invalid=true]') ?? fragment.querySelector(FAULTS)
  if (!(fault instanceof HTMLElement)) return
  if (!fault.matches('input, select, textarea')) fault.tabIndex = -1
  fault.focus({ preventScroll: true })
  fault.scrollIntoView({ block: 'center' })
}

import texts from './dashboard_words.js'

/**
 * Lets the buttons of a form rest while it is under way; the pressed one says so.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} pressed
 * @returns what undoes it
 */
export function restForm(form, pressed) {
  const buttons = [...form.querySelectorAll('button')].filter((button) => !button.disabled)
  const label = pressed?.querySelector('span') ?? null
  const words = label?.textContent ?? null
  for (const button of buttons) button.disabled = true
  pressed?.setAttribute('aria-busy', 'true')
  if (label) label.textContent = texts.restingForm.moment
  return () => {
    for (const button of buttons) button.disabled = false
    pressed?.removeAttribute('aria-busy')
    if (label) label.textContent = words
  }
}

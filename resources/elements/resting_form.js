/** An answer that is a file leaves the page where it is, with its buttons. */
const RESTS_AT_MOST_MS = 10_000

/**
 * Lets the buttons of a form rest while it is under way; the pressed one shows it.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} pressed
 * @param {string} [moment]  what it says meanwhile
 * @returns what undoes it
 */
export function restForm(form, pressed, moment) {
  const buttons = [...form.querySelectorAll('button')].filter((button) => !button.disabled)
  const label = (moment && pressed?.querySelector('span')) || null
  const words = label?.textContent ?? null
  for (const button of buttons) button.disabled = true
  pressed?.setAttribute('aria-busy', 'true')
  if (label) label.textContent = moment ?? ''
  return () => {
    for (const button of buttons) button.disabled = false
    pressed?.removeAttribute('aria-busy')
    if (label) label.textContent = words
  }
}

/**
 * The same for one whose answer takes the place of the whole page.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} pressed
 * @param {string} [moment]
 */
export function restUntilAnswered(form, pressed, moment) {
  // a button that rests already would not be sent
  setTimeout(() => {
    const wake = restForm(form, pressed, moment)
    addEventListener('pagehide', wake, { once: true })
    setTimeout(wake, RESTS_AT_MOST_MS)
  })
}

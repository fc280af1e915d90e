import { listFaults } from './fault_summary.js'
import { showFirstFault } from './first_fault.js'
import { restForm } from './resting_form.js'

/** An answer that is a file leaves the page where it is, with its buttons. */
const RESTS_AT_MOST_MS = 10_000

/** Forms that take the place of the whole page (`up-submit="false"`) rest while they are under way, and show their first fault, as all others do. */
export function followWholePageForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const pressed = event.submitter
    const method = pressed?.getAttribute('formmethod') ?? form.method
    const staysHere = method !== 'post' || pressed?.hasAttribute('formtarget')
    if (form.getAttribute('up-submit') !== 'false' || staysHere) return
    // a button that rests already would not be sent
    setTimeout(() => {
      const wake = restForm(form, pressed)
      addEventListener('pagehide', wake, { once: true })
      setTimeout(wake, RESTS_AT_MOST_MS)
    })
  })
  if (!document.querySelector('[aria-invalid=true]')) return
  listFaults(document.body)
  showFirstFault(document.body)
}

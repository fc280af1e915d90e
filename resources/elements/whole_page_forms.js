import { listFaults } from './fault_summary.js'
import { showFirstFault } from './first_fault.js'
import texts from './dashboard_words.js'
import { restUntilAnswered } from './resting_form.js'

/** Forms that take the place of the whole page (`up-submit="false"`) rest while they are under way, and show their first fault, as all others do. */
export function followWholePageForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const pressed = event.submitter
    const method = pressed?.getAttribute('formmethod') ?? form.method
    const staysHere = method !== 'post' || pressed?.hasAttribute('formtarget')
    if (form.getAttribute('up-submit') !== 'false' || staysHere) return
    restUntilAnswered(form, pressed, texts.restingForm.moment)
  })
  if (!document.querySelector('[aria-invalid=true]')) return
  listFaults(document.body)
  showFirstFault(document.body)
}

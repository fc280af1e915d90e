import './composing.js'
import './brand_preview.js'
import './brand_value.js'
import './color_field.js'
import './contact_box.js'
import './copy_button.js'
import './drop_menu.js'
import './file_drop.js'
import './local_time.js'
import './passkey_form.js'
import './password_reveal.js'
import './picture_field.js'
import './scope_presets.js'
import './draft_saving.js'
import './select_all.js'
import './selection_fault.js'
import './signer_rows.js'
import { followFailures } from './failed_requests.js'
import { listFaults } from './fault_summary.js'
import { showFirstFault } from './first_fault.js'
import { keepListAddress } from './list_address.js'
import { startPalette } from './command_palette.js'
import texts from './dashboard_words.js'
import { restForm } from './resting_form.js'
import { followUpdates } from './page_updates.js'
import { guardUnsavedWork } from './unsaved_work.js'
import { showUpload, takesFiles } from './upload_progress.js'
import { followWholePageForms } from './whole_page_forms.js'

/** @type {any} */
const up = /** @type {any} */ (window).up

// Every link and form swaps the frame (`up-main`) in place of the whole page.
up.link.config.followSelectors.push('a[href]')
up.form.config.submitSelectors.push('form')
// On a phone the console's navigation is a strip, and the rail has more entries than a window is high: the current one is scrolled into sight.
up.compiler('.nav', (/** @type {HTMLElement} */ nav) => {
  const current = nav.querySelector('[aria-current=page]')
  if (!(current instanceof HTMLElement)) return
  const [strip, entry] = [nav, current].map((one) => one.getBoundingClientRect())
  nav.scrollLeft += entry.left - strip.left - (strip.width - entry.width) / 2
  if (entry.top < strip.top || entry.bottom > strip.bottom)
    nav.scrollTop += entry.top - strip.top - (strip.height - entry.height) / 2
})

// The server says which entry of the rail is current.
up.status.config.navSelectors = []

guardUnsavedWork()
followFailures(up)
keepListAddress()
startPalette()
followWholePageForms()

// While a form is under way its buttons rest, and the pressed one says so. Where it is refused, the first fault comes into view.
up.on('up:form:submit', (/** @type {any} */ { form, submitButton, renderOptions }) => {
  renderOptions.failFocus = (/** @type {Element} */ fragment) => {
    listFaults(fragment)
    showFirstFault(fragment)
  }
  renderOptions.failScroll = false
  if (form.method !== 'post') return
  const isUpload = takesFiles(form)
  // how long it takes, its sender sees, and can cancel it
  if (isUpload) renderOptions.timeout = 0
  renderOptions.preview = (/** @type {any} */ preview) => {
    if (isUpload) preview.undo(showUpload(form, preview.request, submitButton))
    preview.undo(restForm(form, submitButton, texts.restingForm.moment))
  }
})

// Large parts come with the pages that show them.
up.compiler('document-viewer', () => {
  import('./document_viewer.js')
})
up.compiler('figure-chart', () => {
  import('./figure_chart.js')
})
up.compiler('field-board', () => {
  import('./field_board.js')
  import('./field_options.js')
})

// The log-in, and what has a policy of its own, take the place of the whole page.
up.on('up:fragment:loaded', (/** @type {any} */ event) => {
  if (!event.response.header('X-Whole-Page')) return
  event.preventDefault()
  window.location.assign(event.response.url)
})

followUpdates(up)

// A dialog is called what its heading says.
up.on('up:layer:opened', (/** @type {any} */ { layer }) => {
  const title = layer.element.querySelector('h1')?.textContent?.trim()
  layer.element.querySelector('[role=dialog]')?.setAttribute('aria-label', title ?? '')
})

// It waits for us: the words of a page come by a request of their own, and by then it would have begun with what it assumes itself.
up.boot({ mode: 'auto' })

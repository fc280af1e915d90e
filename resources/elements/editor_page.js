import './composing.js'
import './field_board.js'
import './field_options.js'
import './frame_message.js'
import { showFirstFault } from './first_fault.js'

const form = document.querySelector('.field-editor form[enctype]')
let hasUnsaved = form?.hasAttribute('data-changed') ?? false

// Asks before a reload or a link of the page around takes away what was placed. Save and Cancel mean it.
form?.addEventListener('change', () => {
  hasUnsaved = true
})
document.addEventListener('submit', () => {
  hasUnsaved = false
})
window.addEventListener('beforeunload', (event) => {
  if (hasUnsaved) event.preventDefault()
})

showFirstFault(document.body)

import './composing.js'
import './dialog_opener.js'
import './drop_menu.js'
import './file_drop.js'
import { showFirstFault } from './first_fault.js'
import './frame_message.js'
import './local_time.js'
import { restUntilAnswered } from './resting_form.js'
import './seal_check.js'
import './seal_watch.js'
import './signing_presence.js'
import SigningDraft from './signing_draft.js'

// the device goes back to the member whose it is, and what was entered on it is not theirs
if (document.querySelector('[data-device-back]')) SigningDraft.forgetAll()

document.addEventListener('submit', (event) => {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  if (form.method === 'post') restUntilAnswered(form, event.submitter)
})

// of a form that was refused; a code is entered anew, where its field takes the focus by itself
if (document.querySelector('[aria-invalid=true], .field-error')) showFirstFault(document.body)

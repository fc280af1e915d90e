import { holdForm } from './held_form.js'
import { mayBeDone } from './unanswered_copies.js'
import UploadBox from './upload_box.js'

/** Once all of it is out: a line that is dead says nothing. */
const ANSWER_MS = 60_000

/**
 * Forms whose sender has asked to send them again.
 *
 * @type {WeakSet<HTMLFormElement>}
 */
const again = new WeakSet()

/** Whether files go out with this form. @param {HTMLFormElement} form */
export function takesFiles(form) {
  return [...form.elements].some(
    (control) => control instanceof HTMLInputElement && Boolean(control.files?.length)
  )
}

/**
 * Says next to the button how much of a form has been uploaded, and lets its sender cancel. What has all arrived can no longer be called back,
 * but sent again where no answer comes: a form takes effect once. Until then it stays as it was sent.
 *
 * @param {HTMLFormElement} form
 * @param {{ xhr: XMLHttpRequest, abort: (options: { reason: string }) => void }} request
 * @param {HTMLElement | null} pressed  gets the focus back
 * @returns what takes it away
 */
export function showUpload(form, request, pressed) {
  form.querySelector('.upload-progress')?.remove()
  const unsent = () => form.dispatchEvent(new Event('form:unsent', { bubbles: true }))
  const box = new UploadBox(
    () => {
      box.cancelled(mayBeDone(form))
      request.abort({ reason: 'Cancelled by its sender' })
      unsent()
      pressed?.focus()
    },
    () => {
      again.add(form)
      request.abort({ reason: 'Sent again by its sender' })
      unsent()
      // its buttons rest until then
      setTimeout(() => form.requestSubmit(pressed))
    }
  )
  const row = [...form.querySelectorAll('[type=submit]')].at(-1)?.parentElement ?? null
  const show = () => {
    if (box.element.isConnected) return
    row?.before(box.element)
    if (isFocusLost(pressed)) box.focus()
  }
  const letGo = row ? holdForm(form, row) : () => {}
  if (again.delete(form)) {
    box.begun()
    show()
  }
  let timer = 0
  request.xhr.upload.addEventListener('progress', ({ loaded, total }) => {
    box.reached(loaded, total)
    if (loaded < total) show()
  })
  request.xhr.upload.addEventListener('load', () => {
    timer = window.setTimeout(() => {
      box.stalled()
      show()
    }, ANSWER_MS)
  })
  return () => {
    clearTimeout(timer)
    letGo()
    const hadFocus = box.hasFocus
    box.over()
    if (hadFocus && !box.hasFocus) pressed?.focus()
  }
}

/** It rested on what nobody reaches while the form is under way. @param {HTMLElement | null} pressed */
function isFocusLost(pressed) {
  const at = document.activeElement
  return !at || at === document.body || at === pressed || at.closest('[inert]') !== null
}

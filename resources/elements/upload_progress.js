import texts from './dashboard_words.js'

const MEBIBYTE = 1024 * 1024

/** Once all of it is out: a line that is dead says nothing. */
const ANSWER_MS = 60_000

/** Whether files go out with this form. @param {HTMLFormElement} form */
export function takesFiles(form) {
  return [...form.elements].some(
    (control) => control instanceof HTMLInputElement && Boolean(control.files?.length)
  )
}

/**
 * Says next to the button how much of a form has been uploaded, and lets its sender cancel. What has all arrived can no longer be called back,
 * but sent again where no answer comes: a form takes effect once.
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
      box.cancelled()
      request.abort({ reason: 'Cancelled by its sender' })
      unsent()
      pressed?.focus()
    },
    () => {
      request.abort({ reason: 'Sent again by its sender' })
      unsent()
      // its buttons rest until then
      setTimeout(() => form.requestSubmit(pressed))
    }
  )
  const place = [...form.querySelectorAll('[type=submit]')].at(-1)?.parentElement
  let timer = 0
  request.xhr.upload.addEventListener('progress', ({ loaded, total }) => {
    if (!box.element.isConnected && loaded < total) place?.before(box.element)
    box.reached(loaded, total)
  })
  request.xhr.upload.addEventListener('load', () => {
    timer = window.setTimeout(() => {
      if (!box.element.isConnected) place?.before(box.element)
      box.stalled()
    }, ANSWER_MS)
  })
  return () => {
    clearTimeout(timer)
    box.over()
  }
}

class UploadBox {
  #bar = document.createElement('progress')
  #share = document.createElement('span')
  #words = document.createElement('span')
  #button = buttonOf(texts.upload.cancel)
  #again = buttonOf(texts.upload.again)
  #isCancelled = false

  /** @param {() => void} cancel @param {() => void} again */
  constructor(cancel, again) {
    this.element = document.createElement('div')
    this.element.className = 'upload-progress progress'
    this.#bar.className = 'progress-bar'
    this.#bar.max = 1
    this.#bar.setAttribute('aria-label', texts.upload.share)
    this.#share.className = 'progress-value'
    this.#words.setAttribute('role', 'status')
    this.#button.addEventListener('click', cancel)
    this.#again.addEventListener('click', again)
    this.element.append(this.#words, this.#bar, this.#share, this.#button)
  }

  /**
   * @param {number} loaded
   * @param {number} total
   */
  reached(loaded, total) {
    const isAll = loaded >= total
    this.#bar.value = total > 0 ? loaded / total : 0
    this.#share.textContent = `${Math.floor(this.#bar.value * 100)} %`
    // said once for each, not for each step on the way
    const words = isAll ? texts.upload.checking : texts.upload.uploading(total / MEBIBYTE)
    if (this.#words.textContent !== words) this.#words.textContent = words
    this.#button.hidden = isAll
  }

  cancelled() {
    this.#isCancelled = true
    this.#words.textContent = texts.upload.cancelled
    for (const part of [this.#bar, this.#share, this.#button]) part.remove()
  }

  stalled() {
    this.#words.textContent = texts.upload.stalled
    for (const part of [this.#bar, this.#share, this.#button]) part.remove()
    this.element.append(this.#again)
  }

  over() {
    if (!this.#isCancelled) this.element.remove()
  }
}

/** @param {string} words */
function buttonOf(words) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.dataset.size = 'small'
  const label = document.createElement('span')
  label.textContent = words
  button.append(label)
  return button
}

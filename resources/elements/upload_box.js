import texts from './dashboard_words.js'

const MEBIBYTE = 1024 * 1024

/** How much of a form has been uploaded, and what its sender can do about it. */
export default class UploadBox {
  #bar = document.createElement('progress')
  #share = document.createElement('span')
  #words = document.createElement('span')
  #cancel = buttonOf(texts.upload.cancel)
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
    this.#words.tabIndex = -1
    this.#cancel.addEventListener('click', cancel)
    this.#again.addEventListener('click', again)
    this.element.append(this.#words, this.#bar, this.#share, this.#cancel)
  }

  /** Has the keyboard's place: what is pressed next is beside it. */
  focus() {
    this.#words.focus()
  }

  get hasFocus() {
    return this.element.contains(document.activeElement)
  }

  /** Before anything of it is known to be out. */
  begun() {
    this.#words.textContent = texts.restingForm.moment
    for (const part of [this.#bar, this.#share]) part.hidden = true
  }

  /**
   * @param {number} loaded
   * @param {number} total
   */
  reached(loaded, total) {
    const isAll = loaded >= total
    for (const part of [this.#bar, this.#share]) part.hidden = false
    this.#bar.value = total > 0 ? loaded / total : 0
    this.#share.textContent = `${Math.floor(this.#bar.value * 100)} %`
    // said once for each, not for each step on the way
    const words = isAll ? texts.upload.checking : texts.upload.uploading(total / MEBIBYTE)
    if (this.#words.textContent !== words) this.#words.textContent = words
    this.#keepFocus(() => (this.#cancel.hidden = isAll))
  }

  /** @param {boolean} mayBeDone  by a copy that went out before */
  cancelled(mayBeDone) {
    this.#isCancelled = true
    this.#words.textContent = mayBeDone ? texts.upload.cancelledLater : texts.upload.cancelled
    for (const part of [this.#bar, this.#share, this.#cancel]) part.remove()
  }

  stalled() {
    this.#words.textContent = texts.upload.stalled
    this.#keepFocus(() => {
      for (const part of [this.#bar, this.#share, this.#cancel]) part.remove()
    })
    this.element.append(this.#again)
  }

  over() {
    if (!this.#isCancelled) this.element.remove()
  }

  /** A button that goes would take it along. @param {() => void} change */
  #keepFocus(change) {
    const hadFocus = this.#cancel === document.activeElement
    change()
    if (hadFocus) this.focus()
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

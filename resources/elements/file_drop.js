const MEBIBYTE = 1024 * 1024
const MAX_MEBIBYTES = 25

/** `<file-drop>` around a file input: shows what was chosen; proposes its name as the title. */
class FileDrop extends HTMLElement {
  connectedCallback() {
    for (const type of ['change', 'dragenter', 'dragleave', 'drop']) {
      this.addEventListener(type, this)
    }
  }

  disconnectedCallback() {
    for (const type of ['change', 'dragenter', 'dragleave', 'drop']) {
      this.removeEventListener(type, this)
    }
  }

  /** @param {Event} event */
  handleEvent(event) {
    const zone = this.querySelector('.file-drop-zone')
    zone?.toggleAttribute('data-over', event.type === 'dragenter')
    if (event.type === 'change') this.#chosen()
  }

  #chosen() {
    const file = this.querySelector('input')?.files?.[0]
    this.toggleAttribute('data-chosen', Boolean(file))
    const name = this.querySelector('[data-name]')
    const hint = this.querySelector('[data-hint]')
    if (!file || !name || !hint) return
    const max = Number(this.getAttribute('max')) || MAX_MEBIBYTES
    const isTooLarge = file.size > max * MEBIBYTE
    const input = this.querySelector('input')
    const tooLarge = input?.dataset.tooLarge ?? `A PDF may have ${max} MB.`
    input?.setCustomValidity(isTooLarge ? tooLarge : '')
    name.textContent = file.name
    // signers' pages speak their language, and need no more than the size
    hint.textContent = input?.dataset.tooLarge
      ? isTooLarge
        ? tooLarge
        : sizeOf(file)
      : `${sizeOf(file)} · ${isTooLarge ? 'too large: ' : ''}choose another`
    const title = document.getElementById(this.getAttribute('title-field') ?? '')
    if (title instanceof HTMLInputElement && !title.value) {
      title.value = file.name.replace(/\.pdf$/i, '').replaceAll('_', ' ')
    }
  }
}

/** @param {File} file */
function sizeOf({ size }) {
  return size < 1024 * 1024
    ? `${Math.max(1, Math.round(size / 1024))} kB`
    : `${(size / 1024 / 1024).toFixed(1)} MB`
}

customElements.define('file-drop', FileDrop)

const MEBIBYTE = 1024 * 1024
const MAX_MEBIBYTES = 25

/**
 * `<file-drop max title-field>` around a file input: shows what was chosen, one file or several, and refuses more than `max` MB; proposes
 * the name of the first as the title. The input has the words: `data-too-large`, and `data-again` where another can be chosen.
 */
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
    const files = [...(this.querySelector('input')?.files ?? [])]
    const [file] = files
    this.toggleAttribute('data-chosen', Boolean(file))
    const name = this.querySelector('[data-name]')
    const hint = this.querySelector('[data-hint]')
    this.querySelector('input')?.setCustomValidity('')
    if (!file || !name || !hint) return
    const max = Number(this.getAttribute('max')) || MAX_MEBIBYTES
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const input = this.querySelector('input')
    const { tooLarge = '', again } = input?.dataset ?? {}
    const fault = bytes > max * MEBIBYTE ? tooLarge : ''
    input?.setCustomValidity(fault)
    name.textContent = files.map((one) => one.name).join(' · ')
    hint.textContent = fault || [sizeOf(bytes), again].filter(Boolean).join(' · ')
    const title = document.getElementById(this.getAttribute('title-field') ?? '')
    if (title instanceof HTMLInputElement && !title.value) {
      title.value = file.name.replace(/\.pdf$/i, '').replaceAll('_', ' ')
    }
  }
}

/** @param {number} size  in bytes */
function sizeOf(size) {
  return size < 1024 * 1024
    ? `${Math.max(1, Math.round(size / 1024))} kB`
    : `${(size / 1024 / 1024).toFixed(1)} MB`
}

customElements.define('file-drop', FileDrop)

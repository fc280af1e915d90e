import texts from './dashboard_words.js'

const SAID_FOR_MS = 1600

/** `<copy-button text>` or `<copy-button for>` around a button: copies, and says so. */
class CopyButton extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', this)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
  }

  async handleEvent() {
    await navigator.clipboard.writeText(this.#text)
    const words = this.querySelector('[data-words]')
    if (!words) return
    const before = words.textContent
    words.textContent = texts.copyButton.copied
    this.toggleAttribute('data-copied', true)
    setTimeout(() => {
      words.textContent = before
      this.toggleAttribute('data-copied', false)
    }, SAID_FOR_MS)
  }

  get #text() {
    const source = document.getElementById(this.getAttribute('for') ?? '')
    return this.getAttribute('text') ?? source?.textContent?.trim() ?? ''
  }
}

customElements.define('copy-button', CopyButton)

import texts from './dashboard_words.js'

const SAID_FOR_MS = 1600

/** `<copy-button text>` or `<copy-button for>` around a button: copies, and says so. */
class CopyButton extends HTMLElement {
  #later = 0
  /** What the button says when nothing was copied just now. @type {string | null} */
  #before = null

  connectedCallback() {
    this.addEventListener('click', this)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
  }

  async handleEvent() {
    const isCopied = await copied(this.#text)
    const words = this.querySelector('[data-words]')
    if (!words) return
    this.#before ??= words.textContent
    words.textContent = isCopied ? texts.copyButton.copied : texts.copyButton.refused
    this.toggleAttribute('data-copied', isCopied)
    clearTimeout(this.#later)
    this.#later = window.setTimeout(() => {
      words.textContent = this.#before
      this.#before = null
      this.toggleAttribute('data-copied', false)
    }, SAID_FOR_MS)
  }

  get #text() {
    const source = document.getElementById(this.getAttribute('for') ?? '')
    return this.getAttribute('text') ?? source?.textContent?.trim() ?? ''
  }
}

/** Without HTTPS there is no clipboard, and a browser may refuse it. @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

customElements.define('copy-button', CopyButton)

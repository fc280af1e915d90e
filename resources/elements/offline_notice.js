const GOOD_NEWS_MS = 4_000

/** `<offline-notice role="status" data-offline data-online>`: says at once that the connection is lost, and for a moment that it is back. */
class OfflineNotice extends HTMLElement {
  #later = 0

  connectedCallback() {
    for (const type of ['online', 'offline']) addEventListener(type, this)
    if (!navigator.onLine) this.#say(false)
  }

  disconnectedCallback() {
    clearTimeout(this.#later)
    for (const type of ['online', 'offline']) removeEventListener(type, this)
  }

  /** @param {Event} event */
  handleEvent({ type }) {
    this.#say(type === 'online')
  }

  /** @param {boolean} isOnline */
  #say(isOnline) {
    clearTimeout(this.#later)
    this.textContent = (isOnline ? this.dataset.online : this.dataset.offline) ?? ''
    this.dataset.tone = isOnline ? 'success' : 'warning'
    if (isOnline) this.#later = window.setTimeout(() => this.replaceChildren(), GOOD_NEWS_MS)
  }
}

customElements.define('offline-notice', OfflineNotice)

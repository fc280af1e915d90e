const HEARTBEAT_MS = 20_000

/**
 * `<signing-presence base>`: tells the sender's side that a person has this link open, that the
 * first page was shown, and, every 20 seconds while the page is looked at, that they are still
 * there. Programs that only fetch links run none of it.
 */
class SigningPresence extends HTMLElement {
  #timer = 0
  #hasViewed = false

  connectedCallback() {
    this.#tell('opened')
    if (!this.hasAttribute('shows-document')) return
    document.addEventListener('pdf-page:drawn', this)
    document.addEventListener('visibilitychange', this)
  }

  disconnectedCallback() {
    document.removeEventListener('pdf-page:drawn', this)
    document.removeEventListener('visibilitychange', this)
    clearInterval(this.#timer)
  }

  /** @param {Event} event */
  async handleEvent(event) {
    if (event.type === 'visibilitychange') return this.#beat()
    if (this.#hasViewed) return
    this.#hasViewed = true
    document.removeEventListener('pdf-page:drawn', this)
    await this.#tell('viewed')
    this.#timer = window.setInterval(() => this.#beat(), HEARTBEAT_MS)
  }

  #beat() {
    if (this.#hasViewed && document.visibilityState === 'visible') this.#tell('heartbeat')
  }

  /** @param {'opened' | 'viewed' | 'heartbeat'} what */
  async #tell(what) {
    try {
      await fetch(`${this.getAttribute('base')}/${what}`, { method: 'POST', keepalive: true })
    } catch {
      // Presence is a courtesy: a signer whose network blinks goes on signing.
    }
  }
}

customElements.define('signing-presence', SigningPresence)

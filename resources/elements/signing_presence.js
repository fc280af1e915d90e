const HEARTBEAT_MS = 20_000

/**
 * `<signing-presence base>`: tells the sender's side that a person has this link open, that the
 * first page was shown, and, every 20 seconds while the page is looked at, that they are still
 * there. Programs that only fetch links run none of it.
 */
class SigningPresence extends HTMLElement {
  #timer = 0
  #hasViewed = false
  #isViewTold = false

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
    this.#isViewTold = await this.#tell('viewed')
    this.#timer = window.setInterval(() => this.#beat(), HEARTBEAT_MS)
  }

  /** Nobody can sign before the first view has arrived: it is told again until it has. */
  async #beat() {
    if (!this.#hasViewed || document.visibilityState !== 'visible') return
    if (this.#isViewTold) await this.#tell('heartbeat')
    else this.#isViewTold = await this.#tell('viewed')
  }

  /**
   * @param {'opened' | 'viewed' | 'heartbeat'} what
   * @returns {Promise<boolean>} whether it arrived; a signer whose network blinks goes on reading
   */
  async #tell(what) {
    const url = `${this.getAttribute('base')}/${what}`
    const sent = fetch(url, { method: 'POST', keepalive: true })
    return sent.then(
      ({ ok }) => ok,
      () => false
    )
  }
}

customElements.define('signing-presence', SigningPresence)

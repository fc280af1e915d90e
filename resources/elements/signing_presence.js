const HEARTBEAT_MS = 20_000

/**
 * `<signing-presence base>`: tells the sender's side that a person has this link open, that the
 * first page was shown, as a picture or by the viewer, and, every 20 seconds while the page is looked at, that they are still
 * there. Programs that only fetch links run none of it.
 */
export default class SigningPresence extends HTMLElement {
  #timer = 0
  #hasViewed = false
  /** @type {Promise<boolean> | null} */
  #view = null

  connectedCallback() {
    this.#tell('opened')
    if (!this.hasAttribute('shows-document')) return
    document.addEventListener('pdf-page:drawn', this)
    document.addEventListener('visibilitychange', this)
    const picture = document.querySelector('.page-picture')
    if (!(picture instanceof HTMLImageElement)) return
    if (picture.naturalWidth > 0) this.#viewed()
    else picture.addEventListener('load', this)
  }

  disconnectedCallback() {
    document.removeEventListener('pdf-page:drawn', this)
    document.removeEventListener('visibilitychange', this)
    clearInterval(this.#timer)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'visibilitychange') this.#beat()
    else this.#viewed()
  }

  /** Whether the view has arrived, without which nobody can finish; where its first telling was lost, it is told again. */
  async hasArrived() {
    if (!this.#hasViewed) return false
    this.#view ??= this.#tell('viewed')
    const hasArrived = await this.#view
    if (!hasArrived) this.#view = null
    return hasArrived
  }

  #viewed() {
    document.removeEventListener('pdf-page:drawn', this)
    if (this.#hasViewed) return
    this.#hasViewed = true
    this.hasArrived()
    this.#timer = window.setInterval(() => this.#beat(), HEARTBEAT_MS)
  }

  async #beat() {
    if (!this.#hasViewed || document.visibilityState !== 'visible') return
    const isKnown = this.#view !== null
    if ((await this.hasArrived()) && isKnown) await this.#tell('heartbeat')
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

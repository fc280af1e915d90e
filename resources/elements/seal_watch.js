const FIRST_MS = 1000
const SLOWEST_MS = 15_000
const PATIENCE_MS = 10 * 60_000

/**
 * `<seal-watch url>`: asks now and then whether the sealed document is ready, each time a little
 * later, not at all while nobody looks; then shows the page anew.
 */
class SealWatch extends HTMLElement {
  #delay = FIRST_MS
  #timer = 0
  #since = Date.now()

  connectedCallback() {
    document.addEventListener('visibilitychange', this)
    this.#wait()
  }

  disconnectedCallback() {
    document.removeEventListener('visibilitychange', this)
    clearTimeout(this.#timer)
  }

  handleEvent() {
    clearTimeout(this.#timer)
    if (document.visibilityState === 'visible') this.#ask()
  }

  #wait() {
    if (Date.now() - this.#since > PATIENCE_MS) return
    // two questions may be on their way, since coming back asks at once
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#ask(), this.#delay)
    this.#delay = Math.min(SLOWEST_MS, this.#delay * 1.4)
  }

  async #ask() {
    try {
      const answer = await fetch(this.getAttribute('url') ?? '', {
        headers: { accept: 'application/json' },
      })
      const { phase } = await answer.json()
      if (phase !== this.getAttribute('phase')) return location.reload()
    } catch {
      // No network for a moment: the next question comes anyway.
    }
    this.#wait()
  }
}

customElements.define('seal-watch', SealWatch)

const PAUSE_MS = 350

/**
 * `<brand-preview form>` around a frame, a choice of languages and one button for each thing that can be looked at: shows what stands in the form as it is
 * changed. Each look gets a frame of its own, which takes the old one's place once it is there: nothing flickers, and the browser's
 * history does not fill with them.
 */
class BrandPreview extends HTMLElement {
  #timer = 0
  #count = 0

  connectedCallback() {
    this.querySelector('p')?.remove()
    this.#form?.addEventListener('input', this)
    this.#form?.addEventListener('change', this)
    this.addEventListener('click', this)
    this.addEventListener('change', this)
  }

  disconnectedCallback() {
    clearTimeout(this.#timer)
    this.#form?.removeEventListener('input', this)
    this.#form?.removeEventListener('change', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type !== 'click') return this.#soon()
    const button = /** @type {Element} */ (event.target).closest('button')
    if (!button || !this.contains(button)) return
    event.preventDefault()
    for (const one of this.#buttons) one.toggleAttribute('aria-current', one === button)
    button.setAttribute('aria-current', 'true')
    this.#show()
  }

  #soon() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#show(), PAUSE_MS)
  }

  #show() {
    const button = this.querySelector('button[aria-current]')
    const before = this.querySelectorAll('iframe')
    const frame = /** @type {HTMLIFrameElement} */ (before[0].cloneNode())
    frame.name = `brand-preview-${(this.#count += 1)}`
    frame.removeAttribute('src')
    frame.removeAttribute('loading')
    frame.toggleAttribute('data-coming', true)
    before[0].parentElement?.append(frame)
    button?.setAttribute('formtarget', frame.name)
    frame.addEventListener('load', () => this.#shown(frame, before), { once: true })
    this.#form?.requestSubmit(button)
  }

  /**
   * @param {HTMLIFrameElement} frame
   * @param {Iterable<Element>} before
   */
  #shown(frame, before) {
    const scrolled = [...this.querySelectorAll('iframe:not([data-coming])')].map(scrollerOf).at(-1)
    scrollerOf(frame)?.scrollTo(0, scrolled?.scrollTop ?? 0)
    frame.removeAttribute('data-coming')
    for (const old of before) old.remove()
  }

  get #buttons() {
    return this.querySelectorAll('button')
  }

  get #form() {
    return /** @type {HTMLFormElement | null} */ (
      document.getElementById(this.getAttribute('form') ?? '')
    )
  }
}

/**
 * A mail keeps its document to itself.
 *
 * @param {Element} frame
 */
function scrollerOf(frame) {
  return /** @type {HTMLIFrameElement} */ (frame).contentDocument?.scrollingElement
}

customElements.define('brand-preview', BrandPreview)

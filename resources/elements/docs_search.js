const PAUSE_MS = 150

/** `<docs-search>` around the form: shows what is found while somebody types; without it the form leads to the same list. */
class DocsSearch extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector('form')
    this.input = this.querySelector('input')
    this.found = this.querySelector('.docs-found')
    this.input.addEventListener('input', () => {
      this.isClosed = false
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.#look(), PAUSE_MS)
    })
    this.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#close())
    this.addEventListener('click', ({ target }) => {
      if (/** @type {Element} */ (target).closest('a')) this.#close()
    })
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !this.contains(relatedTarget)) this.#close()
    })
  }

  async #look() {
    const question = this.input.value.trim()
    if (!question) return this.#close()
    const url = `${this.form.action}?part=found&q=${encodeURIComponent(question)}`
    // without a line the form still says what is wrong
    const answer = await fetch(url).catch(() => null)
    const found = answer?.ok ? await answer.text() : null
    if (found === null || this.isClosed || question !== this.input.value.trim()) return
    this.found.innerHTML = found
    this.found.hidden = false
  }

  #close() {
    this.isClosed = true
    clearTimeout(this.timer)
    this.found.hidden = true
  }
}

customElements.define('docs-search', DocsSearch)

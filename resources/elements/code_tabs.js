const CHOICE = 'code-language'

/** `<code-tabs>` around sections with `data-language` and `data-label`: shows one, everywhere the same that was chosen last. */
class CodeTabs extends HTMLElement {
  connectedCallback() {
    if (this.querySelector('[role=tablist]')) return
    this.sections = [...this.querySelectorAll('section')]
    this.list = document.createElement('div')
    this.list.className = 'tabs'
    this.list.setAttribute('role', 'tablist')
    this.list.setAttribute('aria-label', 'Language')
    this.tabs = this.sections.map((section) => this.#tab(section))
    this.list.append(...this.tabs)
    this.prepend(this.list)
    this.list.addEventListener('keydown', (event) => this.#move(event))
    document.addEventListener('code-language', this)
    this.handleEvent()
  }

  disconnectedCallback() {
    document.removeEventListener('code-language', this)
  }

  handleEvent() {
    const wanted = localStorage.getItem(CHOICE)
    const chosen = this.sections.findIndex(({ dataset }) => dataset.language === wanted)
    const shown = Math.max(0, chosen)
    this.sections.forEach((section, index) => (section.hidden = index !== shown))
    this.tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === shown))
      tab.tabIndex = index === shown ? 0 : -1
    })
  }

  /** @param {HTMLElement} section */
  #tab(section) {
    const code = section.querySelector('code')
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.className = 'tab'
    tab.id = `${code.id}-tab`
    tab.textContent = section.dataset.label
    tab.setAttribute('role', 'tab')
    section.id = `${code.id}-panel`
    section.setAttribute('role', 'tabpanel')
    section.setAttribute('aria-labelledby', tab.id)
    section.querySelector('.code-tab-name').remove()
    tab.setAttribute('aria-controls', section.id)
    tab.addEventListener('click', () => this.#choose(section))
    return tab
  }

  #choose({ dataset }) {
    const before = this.list.getBoundingClientRect().top
    localStorage.setItem(CHOICE, dataset.language)
    document.dispatchEvent(new Event('code-language'))
    // what is above may have become longer or shorter
    window.scrollBy(0, this.list.getBoundingClientRect().top - before)
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = this.tabs.indexOf(document.activeElement)
    const next = (at + step + this.tabs.length) % this.tabs.length
    this.#choose(this.sections[next])
    this.tabs[next].focus()
  }
}

customElements.define('code-tabs', CodeTabs)

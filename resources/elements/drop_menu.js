/** `<drop-menu>` around `<details class="menu">`: a menu closes when one looks elsewhere. */
class DropMenu extends HTMLElement {
  connectedCallback() {
    document.addEventListener('click', this)
    this.addEventListener('keydown', this)
  }

  disconnectedCallback() {
    document.removeEventListener('click', this)
    this.removeEventListener('keydown', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const details = this.querySelector('details')
    if (!details?.open) return
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return
      details.open = false
      details.querySelector('summary')?.focus()
    } else if (!this.contains(/** @type {Node} */ (event.target))) details.open = false
  }
}

customElements.define('drop-menu', DropMenu)

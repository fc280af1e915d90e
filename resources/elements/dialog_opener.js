/**
 * `<dialog-opener for>` around a link: opens the dialog of that id in place of following the link,
 * which leads to the same form on a page of its own.
 */
class DialogOpener extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', this)
    this.#dialog?.addEventListener('click', this)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    this.#dialog?.removeEventListener('click', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const dialog = this.#dialog
    if (!dialog) return
    const target = /** @type {Element} */ (event.target)
    if (event.currentTarget === dialog) {
      // A click on the dialog element itself is a click on its backdrop.
      if (target === dialog || target.closest('[data-close]')) dialog.close()
      return
    }
    event.preventDefault()
    this.closest('details')?.removeAttribute('open')
    dialog.showModal()
  }

  get #dialog() {
    const dialog = document.getElementById(this.getAttribute('for') ?? '')
    return dialog instanceof HTMLDialogElement ? dialog : null
  }
}

customElements.define('dialog-opener', DialogOpener)

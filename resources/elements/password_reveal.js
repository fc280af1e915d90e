/** `<password-reveal>` around a password's field and a button, which shows what was typed for as long as it is pressed in. Without a script there is no button. */
class PasswordReveal extends HTMLElement {
  connectedCallback() {
    const { button, input } = this
    if (!button || !input) return
    button.hidden = false
    button.addEventListener('click', this)
    // so that browsers and their managers take it for the password that it is
    input.form?.addEventListener('submit', this)
  }

  disconnectedCallback() {
    this.button?.removeEventListener('click', this)
    this.input?.form?.removeEventListener('submit', this)
  }

  /** @param {Event} event */
  handleEvent({ type }) {
    this.#show(type === 'click' && this.input?.type === 'password')
  }

  /** @param {boolean} isShown */
  #show(isShown) {
    if (this.input) this.input.type = isShown ? 'text' : 'password'
    this.button?.setAttribute('aria-pressed', String(isShown))
  }

  get button() {
    return this.querySelector('button')
  }

  get input() {
    return this.querySelector('input')
  }
}

customElements.define('password-reveal', PasswordReveal)

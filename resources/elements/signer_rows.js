/**
 * `<signer-rows>`: adds and removes rows of a list of signers; a `<template>` inside is the blank
 * row, whose names carry `__INDEX__`. `data-most` is how many there may be; none is no limit. Fires `signer-rows:changed`, with the number of a row that went.
 */
class SignerRows extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', this)
    this.#number()
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {Element} */ (event.target)
    if (target.closest('[data-add]')) this.#add()
    const row = target.closest('[data-remove]')?.closest('.signer-row')
    if (!row) return
    const removed = [...this.querySelectorAll('[data-rows] > .signer-row')].indexOf(row)
    row.remove()
    this.#number()
    this.#tell({ removed })
  }

  #add() {
    const template = this.querySelector('template')
    const list = this.querySelector('[data-rows]')
    const row = template?.content.firstElementChild?.cloneNode(true)
    if (!list || !(row instanceof HTMLElement)) return
    list.append(row)
    this.#number()
    row.querySelector('input:not([type=hidden])')?.focus()
    this.#tell({})
  }

  /** @param {{ removed?: number }} detail */
  #tell(detail) {
    this.dispatchEvent(new CustomEvent('signer-rows:changed', { bubbles: true, detail }))
  }

  /** Rows count from nought in names, from one for people. */
  #number() {
    const rows = [...this.querySelectorAll('[data-rows] > .signer-row')]
    rows.forEach((row, index) => {
      const number = row.querySelector('.signer-row-number')
      if (number) number.textContent = String(index + 1)
      for (const input of row.querySelectorAll('input')) {
        input.name = input.name.replace(/\[(\d+|__INDEX__)\]/, `[${index}]`)
        input.id = input.name
        input.labels?.[0]?.setAttribute('for', input.id)
        input.closest('.field')?.querySelector('label')?.setAttribute('for', input.id)
      }
      const step = row.querySelector('input[name$="[order]"]')
      if (step instanceof HTMLInputElement) step.placeholder = String(index + 1)
      row.querySelector('[data-remove]')?.toggleAttribute('hidden', rows.length === 1)
    })
    const most = Number(this.dataset.most) || Infinity
    this.querySelector('[data-add]')?.toggleAttribute('hidden', rows.length >= most)
  }
}

customElements.define('signer-rows', SignerRows)

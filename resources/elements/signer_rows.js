import RowDrag from './row_drag.js'
import words from './dashboard_words.js'

/**
 * `<signer-rows>`: adds, removes and moves rows of a list of signers; a `<template>` inside is the blank
 * row, whose names carry `__INDEX__`. `data-most` is how many may sign; none is no limit. What
 * `data-add` names is the role of the row that it adds. Rows are moved by their grip, with a
 * pointer, and by their buttons. Fires `signer-rows:removing` before a row goes, which others can prevent, and `signer-rows:changed`, with the number of a row that went (`removed`) or where one went to (`moved`).
 */
class SignerRows extends HTMLElement {
  #said = document.createElement('p')
  #drag = new RowDrag({
    rows: () => this.#rows,
    dropped: (row, from) => this.#dropped(row, from),
  })

  connectedCallback() {
    this.#said.className = 'spoken'
    this.#said.setAttribute('role', 'status')
    this.append(this.#said)
    this.addEventListener('click', this)
    this.addEventListener('change', this)
    this.addEventListener('pointerdown', this)
    this.#number()
  }

  disconnectedCallback() {
    this.removeEventListener('click', this)
    this.removeEventListener('change', this)
    this.removeEventListener('pointerdown', this)
    this.#drag.cancel()
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {Element} */ (event.target)
    const row = target.closest('.signer-row')
    if (event.type === 'pointerdown') {
      if (row instanceof HTMLElement && target.closest('[data-grip]'))
        this.#drag.begin(/** @type {PointerEvent} */ (event), row)
      return
    }
    if (event.type === 'change') return this.#limit()
    const adding = target.closest('[data-add]')
    if (adding instanceof HTMLElement) return this.#add(adding.dataset.add ?? 'signer')
    if (!row) return
    if (target.closest('[data-up]')) this.#step(row, -1)
    else if (target.closest('[data-down]')) this.#step(row, 1)
    else if (target.closest('[data-remove]')) this.#remove(row)
  }

  /** @returns {HTMLElement[]} */
  get #rows() {
    return [...this.querySelectorAll('[data-rows] > .signer-row')].map(
      (row) => /** @type {HTMLElement} */ (row)
    )
  }

  /** @param {string} role */
  #add(role) {
    const template = this.querySelector('template')
    const list = this.querySelector('[data-rows]')
    const row = template?.content.firstElementChild?.cloneNode(true)
    if (!list || !(row instanceof HTMLElement)) return
    const choice = roleOf(row)
    if (choice) choice.value = role
    list.append(row)
    this.#number()
    row.querySelector('input:not([type=hidden])')?.focus()
    this.#tell({})
  }

  /** @param {Element} row */
  #remove(row) {
    const removed = this.#rows.findIndex((one) => one === row)
    const asking = { bubbles: true, cancelable: true, detail: { removed } }
    if (!this.dispatchEvent(new CustomEvent('signer-rows:removing', asking))) return
    row.remove()
    this.#number()
    this.#tell({ removed })
  }

  /** The other row goes past this one, so that the focus stays on its button. @param {Element} row @param {-1 | 1} by */
  #step(row, by) {
    const from = this.#rows.findIndex((one) => one === row)
    const other = this.#rows[from + by]
    if (!other) return
    const steps = this.#steps
    if (by < 0) row.after(other)
    else row.before(other)
    this.#moved(row, from, steps)
    const button = row.querySelector(by < 0 ? '[data-up]' : '[data-down]')
    if (button instanceof HTMLButtonElement && button.disabled)
      row.querySelector(by < 0 ? '[data-down]' : '[data-up]')?.focus()
  }

  /** @param {HTMLElement} row @param {number} from  where it was before the drag */
  #dropped(row, from) {
    const to = this.#rows.indexOf(row)
    if (to === from) return
    // the steps as they were before it went
    const now = this.#steps
    const before = now.toSpliced(to, 1).toSpliced(from, 0, now[to])
    this.#moved(row, from, before)
  }

  /** Steps belong to the places: the row that comes to a place signs when its step does. @param {Element} row @param {number} from @param {string[]} steps */
  #moved(row, from, steps) {
    const rows = this.#rows
    const to = rows.findIndex((one) => one === row)
    this.#number()
    for (const [at, one] of rows.entries()) {
      const step = stepOf(one)
      if (step) step.value = steps[at] ?? ''
    }
    const name = row.querySelector('input[name$="[name]"]')
    const who = (name instanceof HTMLInputElement && name.value) || words.signerRows.thisRow
    this.#said.textContent = words.signerRows.moved(who, to + 1, rows.length)
    this.#tell({ moved: { from, to } })
  }

  get #steps() {
    return this.#rows.map((row) => stepOf(row)?.value ?? '')
  }

  /** @param {{ removed?: number, moved?: { from: number, to: number } }} detail */
  #tell(detail) {
    this.dispatchEvent(new CustomEvent('signer-rows:changed', { bubbles: true, detail }))
  }

  /** Rows count from nought in names, from one for people. */
  #number() {
    const rows = this.#rows
    rows.forEach((row, index) => {
      const number = row.querySelector('.signer-row-number')
      if (number) number.textContent = String(index + 1)
      for (const control of row.querySelectorAll('input, select, textarea')) rename(control, index)
      const step = stepOf(row)
      if (step) step.placeholder = String(index + 1)
      for (const part of row.querySelectorAll('[data-remove], [data-up], [data-down], [data-grip]'))
        part.toggleAttribute('hidden', rows.length === 1)
      row.querySelector('[data-up]')?.toggleAttribute('disabled', index === 0)
      row.querySelector('[data-down]')?.toggleAttribute('disabled', index === rows.length - 1)
    })
    this.#limit()
  }

  /** Copies are no signers of the plan. */
  #limit() {
    const most = Number(this.dataset.most) || Infinity
    const signers = this.#rows.filter((row) => roleOf(row)?.value !== 'copy')
    this.querySelector('[data-add="signer"]')?.toggleAttribute('hidden', signers.length >= most)
  }
}

/** @param {Element} row */
function stepOf(row) {
  const step = row.querySelector('input[name$="[order]"]')
  return step instanceof HTMLInputElement ? step : null
}

/** @param {Element} row */
function roleOf(row) {
  const role = row.querySelector('select[name$="[role]"]')
  return role instanceof HTMLSelectElement ? role : null
}

/** @param {Element} control @param {number} index */
function rename(control, index) {
  const named = /** @type {HTMLInputElement} */ (control)
  named.name = named.name.replace(/\[(\d+|__INDEX__)\]/, `[${index}]`)
  named.id = named.name
  named.labels?.[0]?.setAttribute('for', named.id)
  named.closest('.field')?.querySelector('label')?.setAttribute('for', named.id)
}

customElements.define('signer-rows', SignerRows)

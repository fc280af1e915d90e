import texts from './dashboard_words.js'

const PAUSE_MS = 150
const FIELDS = 'input[name$="[name]"], input[name$="[email]"]'

/** @typedef {{ name: string, email: string, language: string | null }} Contact */

/**
 * `<contact-box data-from data-rows>`: offers contacts for the names and addresses of rows (elements of the class `data-rows`) in its
 * form, as one types. A combobox with a listbox, as WAI-ARIA describes it: the focus stays in the input. Without it, the inputs are
 * inputs.
 */
class ContactBox extends HTMLElement {
  #form = /** @type {HTMLFormElement | null} */ (null)
  #list = document.createElement('ul')
  #said = document.createElement('p')
  /** @type {HTMLInputElement | null} */
  #input = null
  /** @type {Contact[]} */
  #contacts = []
  #active = -1
  #timer = 0
  #search = new AbortController()

  connectedCallback() {
    this.#form = this.closest('form')
    this.#list.id = 'contact-list'
    this.#list.className = 'contact-list'
    this.#list.setAttribute('role', 'listbox')
    this.#list.setAttribute('aria-label', texts.contacts.list)
    this.#list.hidden = true
    this.#said.className = 'spoken'
    this.#said.setAttribute('role', 'status')
    this.replaceChildren(this.#said, this.#list)
    for (const type of ['input', 'keydown', 'focusout', 'signer-rows:changed'])
      this.#form?.addEventListener(type, this)
    this.#list.addEventListener('pointerdown', this)
    this.#list.addEventListener('click', this)
    this.#prepare()
  }

  disconnectedCallback() {
    clearTimeout(this.#timer)
    this.#search.abort()
    for (const type of ['input', 'keydown', 'focusout', 'signer-rows:changed'])
      this.#form?.removeEventListener(type, this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'signer-rows:changed') return this.#prepare()
    // the focus stays where one types
    if (event.type === 'pointerdown') return event.preventDefault()
    const target = /** @type {Element} */ (event.target)
    if (event.type === 'click') return this.#pick(this.#at(target.closest('[role=option]')))
    if (!this.#isOurs(target)) return
    if (event instanceof KeyboardEvent) this.#pressed(event, target)
    else if (event.type === 'focusout') this.#close()
    else if (event.isTrusted) this.#soon(target)
  }

  /** @param {Element} target @returns {target is HTMLInputElement} */
  #isOurs(target) {
    return target.matches(FIELDS) && target.closest(`.${this.dataset.rows}`) !== null
  }

  #prepare() {
    for (const input of this.#form?.querySelectorAll(`.${this.dataset.rows} :is(${FIELDS})`) ??
      []) {
      input.setAttribute('role', 'combobox')
      input.setAttribute('aria-autocomplete', 'list')
      input.setAttribute('aria-controls', this.#list.id)
      if (!input.hasAttribute('aria-expanded')) input.setAttribute('aria-expanded', 'false')
    }
  }

  /** @param {KeyboardEvent} event @param {HTMLInputElement} input */
  #pressed(event, input) {
    const isOpen = !this.#list.hidden
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return void this.#find(input)
      this.#activate(this.#active + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (!isOpen) return
    else if (event.key === 'Enter' && this.#active >= 0) {
      event.preventDefault()
      this.#pick(this.#active)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      this.#close()
    }
  }

  /** @param {HTMLInputElement} input */
  #soon(input) {
    clearTimeout(this.#timer)
    this.#search.abort()
    if (input.value.trim() === '') return this.#close()
    this.#timer = window.setTimeout(() => this.#find(input), PAUSE_MS)
  }

  /** What cannot be found out is not offered. @param {HTMLInputElement} input */
  async #find(input) {
    this.#search.abort()
    this.#search = new AbortController()
    const { signal } = this.#search
    const typed = encodeURIComponent(input.value.trim())
    /** @type {Contact[]} */
    let contacts = []
    try {
      const answer = await fetch(`${this.dataset.from}?q=${typed}`, { signal })
      const found = answer.ok && !answer.redirected ? await answer.json() : { contacts }
      contacts = found.contacts
    } catch {
      if (signal.aborted) return
    }
    if (signal.aborted || document.activeElement !== input) return
    this.#open(input, contacts)
  }

  /** @param {HTMLInputElement} input @param {Contact[]} contacts */
  #open(input, contacts) {
    this.#close()
    if (contacts.length === 0) return
    this.#contacts = contacts
    this.#input = input
    this.#list.replaceChildren(...contacts.map(option))
    input.after(this.#list)
    input.setAttribute('aria-expanded', 'true')
    this.#list.hidden = false
    this.#said.textContent = texts.contacts.offered(contacts.length)
  }

  #close() {
    clearTimeout(this.#timer)
    this.#search.abort()
    this.#list.hidden = true
    this.#active = -1
    this.#said.textContent = ''
    this.#input?.setAttribute('aria-expanded', 'false')
    this.#input?.removeAttribute('aria-activedescendant')
    this.#input = null
    // a row that goes does not take it along
    this.append(this.#list)
  }

  /** From the last to the first, and back. @param {number} index */
  #activate(index) {
    const options = [...this.#list.children]
    this.#active = (index + options.length) % options.length
    if (index < -1) this.#active = options.length - 1
    for (const [at, one] of options.entries())
      one.setAttribute('aria-selected', String(at === this.#active))
    const active = options[this.#active]
    this.#input?.setAttribute('aria-activedescendant', active.id)
    active.scrollIntoView({ block: 'nearest' })
  }

  /** @param {Element | null} chosen */
  #at(chosen) {
    return chosen ? [...this.#list.children].indexOf(chosen) : -1
  }

  /** Fills in the row. @param {number} index */
  #pick(index) {
    const contact = this.#contacts[index]
    const row = this.#input?.closest(`.${this.dataset.rows}`)
    if (!contact || !row) return
    this.#close()
    fill(row, 'name', contact.name)
    fill(row, 'email', contact.email)
    fill(row, 'language', contact.language ?? '')
    this.#said.textContent = texts.contacts.filledIn(`${contact.name}, ${contact.email}`)
  }
}

/** @param {Element} row @param {string} part @param {string} value */
function fill(row, part, value) {
  const control = row.querySelector(`[name$="[${part}]"]`)
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return
  if (
    control instanceof HTMLSelectElement &&
    ![...control.options].some((one) => one.value === value)
  )
    return
  control.value = value
  // what listens hears that it was typed; only this element does not look for it
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** @param {Contact} contact @param {number} index */
function option({ name, email }, index) {
  const item = document.createElement('li')
  item.id = `contact-${index}`
  item.setAttribute('role', 'option')
  item.setAttribute('aria-selected', 'false')
  const words = document.createElement('bdi')
  words.textContent = name
  const address = document.createElement('bdi')
  address.className = 'faint'
  address.textContent = email
  item.append(words, ' ', address)
  return item
}

customElements.define('contact-box', ContactBox)

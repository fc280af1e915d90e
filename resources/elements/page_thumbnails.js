import { newPage, pageTitle } from './new_page.js'

/** The small pages beside the large ones; a click goes there. */
export default class PageThumbnails {
  /** @type {HTMLElement[]} */
  #buttons = []
  #shown = 0

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list
  }

  /** @param {number} number @param {number} width @param {number} height  in points @param {string} [heading]  of the file that begins there */
  append(number, width, height, heading) {
    const page = newPage(number, width, height, 'page-thumb')
    page.toggleAttribute('wordless', true)
    page.setAttribute('aria-hidden', 'true')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'viewer-thumb'
    button.dataset.go = String(number)
    button.setAttribute('aria-label', pageTitle(number))
    const label = document.createElement('span')
    label.textContent = String(number)
    if (heading) {
      const title = document.createElement('strong')
      title.className = 'thumb-heading'
      title.textContent = heading
      this.list.append(title)
    }
    button.append(page, label)
    this.#buttons.push(button)
    this.list.append(button)
  }

  /** @param {number} number */
  page(number) {
    return this.#buttons[number - 1]?.querySelector('page-thumb') ?? undefined
  }

  clear() {
    this.#buttons = []
    this.#shown = 0
    this.list.replaceChildren()
  }

  /** @param {number} number */
  show(number) {
    this.#buttons[this.#shown - 1]?.removeAttribute('aria-current')
    this.#shown = number
    const button = this.#buttons[number - 1]
    if (!button) return
    button.setAttribute('aria-current', 'true')
    const { offsetTop, offsetHeight } = button
    const { scrollTop, clientHeight } = this.list
    const isInside = offsetTop >= scrollTop && offsetTop + offsetHeight <= scrollTop + clientHeight
    if (!isInside) this.list.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2
  }
}

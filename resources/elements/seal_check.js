import wordsOf from './words.js'

/** No file is too large for a browser that reads it by itself. */
const NO_LIMIT = '100000'

/** What a page asks for whose own list is out of date: the one of this moment. */
const NEWEST_LIST = '/verify/revoked/current.js'

/** While a release goes round, the next server that is asked may have the script of this page. */
const PAUSES_MS = [500, 2000]

/** @typedef {{ check(file: { name: string, bytes: ArrayBuffer }, roots: object, language: string): DocumentFragment }} Checker */

/**
 * `<seal-check data-script data-integrity data-roots data-revoked data-revoked-integrity data-words>` around what was found and the form of a
 * file: checks the file in the browser, by a script that is fetched once somebody wants to choose one, and by another with what was revoked; where
 * more was revoked since the page was loaded, by the newest. The form stays for browsers without scripts, and for where these do not come.
 */
class SealCheck extends HTMLElement {
  /** @type {Promise<[Checker, object]> | null} */
  #fetching = null
  /** Of several files, only the last is shown. */
  #latest = 0
  /** In megabytes, where files are sent. */
  #max = ''

  connectedCallback() {
    for (const type of ['change', 'click', 'submit']) this.addEventListener(type, this)
    for (const type of ['dragover', 'drop']) document.addEventListener(type, this)
    this.#max = this.querySelector('file-drop')?.getAttribute('max') ?? ''
    this.#setSending(false)
  }

  disconnectedCallback() {
    for (const type of ['dragover', 'drop']) document.removeEventListener(type, this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'change') void this.#check()
    if (event.type === 'submit' && !this.#isSending) event.preventDefault()
    if (event.type === 'click' && event.target === this.#input) this.#fetched().catch(() => {})
    if (event instanceof DragEvent) this.#dropped(event)
  }

  /** A file that misses its place would otherwise leave the page. @param {DragEvent} event */
  #dropped(event) {
    if (event.target === this.#input || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (event.type !== 'drop') return
    this.#input.files = event.dataTransfer.files
    this.#input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  async #check() {
    const [file] = this.#input.files ?? []
    if (!file || this.#isSending) return
    const turn = ++this.#latest
    const { checking, unavailable, notRead, unreadable } = wordsOf(this)
    // what was found of another file says nothing of this one
    this.#find('[data-result]').replaceChildren()
    this.#say(checking)
    // a folder, or a file that has gone or changed since it was chosen
    const reading = file.arrayBuffer().catch(() => null)
    try {
      const [[checker, roots], bytes] = await Promise.all([this.#fetched(), reading])
      await new Promise((resolve) => setTimeout(resolve)) // so that what is under way can be seen
      if (turn !== this.#latest) return
      this.#input.value = '' // the same file can be chosen once more: it may have been saved again
      if (!bytes) return this.#say(notRead)
      this.#show(checker.check({ name: file.name, bytes }, roots, document.documentElement.lang))
      this.#say('')
    } catch (error) {
      if (turn !== this.#latest) return
      const isMissing = error instanceof Missing
      if (!isMissing) this.#input.value = ''
      this.#say(isMissing ? unavailable : unreadable)
      this.#setSending(isMissing)
    }
  }

  /** @param {DocumentFragment} found */
  #show(found) {
    const result = this.#find('[data-result]')
    result.replaceChildren(found)
    result.focus()
    result.scrollIntoView({ block: 'nearest' })
  }

  /** @param {string} words */
  #say(words) {
    this.#find('[data-progress]').textContent = words
  }

  /** @param {boolean} isSending  whether files go to the server after all */
  #setSending(isSending) {
    this.querySelector('file-drop')?.setAttribute('max', isSending ? this.#max : NO_LIMIT)
    for (const [selector, isShown] of /** @type {const} */ ([
      ['[data-local]', !isSending],
      ['[data-sending]', isSending],
      ['[type=submit]', isSending],
    ]))
      for (const part of this.querySelectorAll(selector)) part.toggleAttribute('hidden', !isShown)
  }

  /** The checker, and what it is to accept. */
  #fetched() {
    this.#fetching ??= this.#fetchAll().catch((error) => {
      this.#fetching = null
      throw error
    })
    return this.#fetching
  }

  /** @returns {Promise<[Checker, object]>} */
  async #fetchAll() {
    const { script = '', integrity = '', revoked = '', revokedIntegrity = '' } = this.dataset
    const [checker, list] = await Promise.all([
      persistently(script, integrity),
      fetched(revoked, revokedIntegrity).catch(() => persistently(NEWEST_LIST)),
    ])
    return [checker, { ...JSON.parse(this.dataset.roots ?? '{}'), revoked: list.default }]
  }

  get #isSending() {
    return this.#find('[data-local]').hidden
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[type=file]'))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector))
  }
}

class Missing extends Error {}

/**
 * @param {string} src
 * @param {string} [integrity]
 * @returns {Promise<any>}
 */
async function persistently(src, integrity) {
  for (const [tries, pauseMs] of PAUSES_MS.entries()) {
    try {
      return await fetched(tries ? `${src}?${tries}` : src, integrity)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return fetched(`${src}?${PAUSES_MS.length}`, integrity)
}

/**
 * Of what the page names, only the very script runs. A browser may remember by its address that a module did not come.
 *
 * @param {string} src
 * @param {string} [integrity]
 * @returns {Promise<any>}
 */
async function fetched(src, integrity = '') {
  const script = Object.assign(document.createElement('script'), { type: 'module', src, integrity })
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => reject(new Missing()))
    document.head.append(script)
  })
  return import(src)
}

customElements.define('seal-check', SealCheck)

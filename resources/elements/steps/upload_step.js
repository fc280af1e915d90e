import Step from './step.js'

/** Behind the key of a file stands its name, for this page alone. */
const BEHIND_KEY = '/'

/** What has happened meanwhile, or that a code has to be entered again, the page itself says. */
const SAID_BY_PAGE = [403, 404, 409, 410]
const TOO_LARGE = 413
const TOO_MANY = 429

/** Once all of a file is out: a line that is dead says nothing. Servers and what stands before them may take their time, and it can be cancelled. */
const ANSWER_MS = 5 * 60_000

/** A file of the signer's. It is sent as soon as it is chosen; its value is the key by which the server has it. In a preview it stays here. */
export default class UploadStep extends Step {
  #value = ''
  /** @type {XMLHttpRequest | null} */
  #request = null

  /**
   * @param {HTMLElement} item
   * @param {HTMLElement | null} place
   * @param {Record<string, string>} words
   */
  constructor(item, place, words) {
    super(item, place, words)
    this.control?.addEventListener('change', () => this.#chosen())
    this.#find('[data-remove]').addEventListener('click', () => this.#enter(''))
    this.#find('[data-cancel]').addEventListener('click', () => this.#cancel())
  }

  get value() {
    return this.#value
  }

  set value(value) {
    this.#value = String(value)
  }

  get says() {
    return this.value.slice(this.value.indexOf(BEHIND_KEY) + 1)
  }

  get isInvalid() {
    return false
  }

  /** Nor is anything finished while a file is on its way. */
  get isOpen() {
    return super.isOpen || (this.isShown && this.#request !== null)
  }

  get obstacle() {
    return this.#request ? (this.#box.dataset.underWay ?? '') : super.obstacle
  }

  touch() {
    if (!this.isFilled) this.control?.click()
    return false
  }

  refresh() {
    super.refresh()
    const isSending = this.#request !== null
    const file = this.#find('.upload-file')
    file.hidden = !this.isFilled || isSending
    this.#find('bdi').textContent = this.says
    this.#find('[data-ask]').textContent =
      this.#box.dataset[this.isFilled ? 'other' : 'first'] ?? ''
    this.#find('[data-remove]').hidden = !this.isFilled || isSending
    this.#find('[data-cancel]').hidden = !isSending
    this.#find('progress').hidden = !isSending
    this.#find('label').toggleAttribute('data-resting', isSending)
    if (this.control) this.control.disabled = isSending
  }

  /** @param {HTMLElement} shown */
  showIn(shown) {
    super.showIn(shown)
    shown.textContent = this.says
  }

  #chosen() {
    const input = /** @type {HTMLInputElement} */ (this.control)
    const [file] = input.files ?? []
    // the same file can be chosen once more
    input.value = ''
    if (!file) return
    const { url } = this.#box.dataset
    if (url) this.#send(file, url)
    else this.#enter(`preview${BEHIND_KEY}${file.name}`)
  }

  /** @param {File} file @param {string} url */
  #send(file, url) {
    const request = new XMLHttpRequest()
    this.#request = request
    const bar = /** @type {HTMLProgressElement} */ (this.#find('progress'))
    bar.value = 0
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = total > 0 ? loaded / total : 0
    })
    request.upload.addEventListener('load', () => setTimeout(() => request.abort(), ANSWER_MS))
    request.addEventListener('loadend', () => this.#sent(request))
    request.open('POST', url)
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader(
      'x-file-name',
      encodeURIComponent(file.name.slice(-200).toWellFormed())
    )
    request.send(file)
    this.complain('')
    this.refresh()
  }

  /** @param {XMLHttpRequest} request */
  #sent(request) {
    if (this.#request !== request) return
    this.#request = null
    const { status, response } = request
    if (status === 200) return this.#enter(`${response.key}${BEHIND_KEY}${response.name}`)
    if (SAID_BY_PAGE.includes(status)) return location.reload()
    this.refresh()
    this.complain(this.#trouble(status, response))
  }

  /** @param {number} status @param {{ error?: { message: string } } | null} response @returns {string} */
  #trouble(status, response) {
    const { failed = '', tooLarge = failed } = this.#box.dataset
    if (status === 422 && response?.error) return response.error.message
    if (status === TOO_LARGE) return tooLarge
    return status === TOO_MANY ? this.words.tooMany : failed
  }

  /** What was there before stays. */
  #cancel() {
    const request = this.#request
    this.#request = null
    request?.abort()
    this.complain('')
    this.refresh()
    this.control?.focus()
  }

  /** @param {string} value */
  #enter(value) {
    this.value = value
    this.item.dispatchEvent(new Event('input', { bubbles: true }))
    if (!value) this.control?.focus()
  }

  get #box() {
    return this.#find('.upload')
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.item.querySelector(selector))
  }
}

import KeptForm from './kept_form.js'
import texts from './dashboard_words.js'
import { listFaults } from './fault_summary.js'
import { showFirstFault } from './first_fault.js'
import { isHeld } from './held_form.js'

const PAUSE_MS = 1_500
const RETRY_MS = 15_000
const CHECK_MS = 20_000
const PATIENCE_MS = 20_000
const TOO_MANY = 429

/** The version goes along by itself, the chosen kind of field is a tool, and nothing here sends. */
const NOT_SAID = ['version', 'kind', 'send']

/** What becomes of a form that is saved by hand. */
const ANSWERS = ['form:answered', 'form:saved', 'form:unsent']

/** @typedef {{ version: string | null, who: string | null, at: string }} Stored */

/**
 * `<draft-saving data-path data-draft>` in the form of a draft: saves it by itself when one pauses, and says so. What cannot be saved is
 * kept in this tab. It never sends a document, and where somebody else has changed the draft, it asks.
 */
class DraftSaving extends HTMLElement {
  #timer = 0
  #watch = 0
  /** What was stored last, as it was sent. */
  #stored = ''
  /** @type {Promise<void> | null} */
  #saving = null
  #isInConflict = false
  /** What was kept stays until somebody has chosen, whatever is saved meanwhile; what is typed meanwhile is kept beside it. */
  #isOffering = false
  #kept = new KeptForm('')
  #newer = new KeptForm('')
  #isNewerHere = false

  connectedCallback() {
    this.#kept = new KeptForm(this.dataset.draft ?? '')
    this.#newer = new KeptForm(`${this.dataset.draft}:newer`)
    if (!this.#kept.read()) this.#kept.take(this.#newer)
    // a form that came back with somebody else's changes is saved by a choice alone
    this.#isInConflict = this.#form.matches('[data-changed]')
    // elements around it fill in their inputs first
    setTimeout(() => (this.#stored = this.#values.join()), 0)
    for (const type of ['input', 'change', 'signer-rows:changed', ...ANSWERS])
      this.#form.addEventListener(type, this)
    this.#form.addEventListener('submit', this, { capture: true })
    window.addEventListener('online', this)
    this.#watch = window.setInterval(() => this.#checkVersion(), CHECK_MS)
    if (this.#kept.read()) this.#offerKept()
  }

  disconnectedCallback() {
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    window.removeEventListener('online', this)
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === 'submit') return this.#submitted(/** @type {SubmitEvent} */ (event))
    if (event.type === 'form:answered') return this.#answered(/** @type {CustomEvent} */ (event))
    if (event.type === 'form:saved') return this.#forget()
    if (event.type === 'form:unsent') return this.#unsent()
    this.#soon(event.type === 'online' ? 0 : PAUSE_MS)
  }

  /** @param {number} after */
  #soon(after) {
    clearTimeout(this.#timer)
    const then = () => (this.#isInConflict ? this.#keep() : this.#save())
    this.#timer = window.setTimeout(then, after)
  }

  /** While nothing can be saved. */
  #keep() {
    if (this.isConnected) this.#write(this.#values)
  }

  /** @param {[string, string][]} values */
  #write(values) {
    const kept = this.#isOffering ? this.#newer : this.#kept
    this.#isNewerHere ||= this.#isOffering
    kept.write(values, this.#version)
  }

  #forget() {
    const kept = this.#isOffering ? this.#newer : this.#kept
    kept.forget()
  }

  /** Saving it by hand waits for what is under way: otherwise it would meet its own version. @param {SubmitEvent} event */
  #submitted(event) {
    clearTimeout(this.#timer)
    if (!this.#saving) return
    event.preventDefault()
    event.stopImmediatePropagation() // what else asks before sending asks when it is sent
    const { submitter } = event
    this.#saving.finally(() => this.#form.requestSubmit(submitter))
  }

  /** Saved, or back in the form that the answer brings. @param {CustomEvent} event */
  #answered({ detail: { response, origin } }) {
    if (!response.ok && !response.text.includes('<draft-saving')) return
    if (origin === this) this.#kept.forget()
    else this.#forget()
  }

  /** What was saved by hand and did not arrive is saved as everything else is. */
  #unsent() {
    if (!this.#isInConflict && this.#values.join() === this.#stored) return
    this.#keep()
    this.#soon(RETRY_MS)
  }

  #save() {
    if (this.#saving) return this.#soon(PAUSE_MS)
    const values = this.#values
    if (values.join() !== this.#stored && this.isConnected) this.#begin(values)
  }

  /** @param {[string, string][]} values */
  #begin(values) {
    this.#saving = this.#send(values).finally(() => (this.#saving = null))
  }

  /** @param {[string, string][]} values */
  async #send(values) {
    const version = this.#version
    const body = new FormData()
    for (const [name, value] of [...values, ['version', version]]) body.append(name, value)
    try {
      const answer = await fetch(`${this.dataset.path}/autosaves`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const json = await read(answer)
      if (answer.ok && json) return this.#saved(values, json)
      if (answer.status === 409 && json) return this.#ask(values, json)
      this.#failed(values, json?.message ?? troubleOf(answer))
      if (answer.status >= 500 || answer.status === TOO_MANY) this.#soon(RETRY_MS)
    } catch {
      const { unreachable, offline } = texts.draft.why
      this.#failed(values, navigator.onLine ? unreachable : offline)
      this.#soon(RETRY_MS)
    }
  }

  /** @param {[string, string][]} values @param {{ version: string, at: string }} answer */
  #saved(values, { version, at }) {
    this.#stored = values.join()
    this.#setVersion(version)
    this.#forget()
    this.#say(texts.draft.savedAt(clock(at)))
    if (this.#values.join() === this.#stored)
      this.#form.dispatchEvent(new CustomEvent('form:saved', { bubbles: true }))
    else this.#soon(PAUSE_MS)
  }

  /** @param {[string, string][]} values @param {string} why */
  #failed(values, why) {
    this.#write(values)
    this.#say(texts.draft.failed(why))
  }

  /** Somebody else was faster: nothing is saved until one chooses. @param {[string, string][]} values @param {Stored} stored */
  #ask(values, { version, who, at }) {
    this.#isInConflict = true
    this.#write(values)
    this.#say('')
    if (version === null) return this.#tell(texts.draft.gone, [])
    this.#tell(texts.draft.changedBy(who ?? texts.draft.somebody, clock(at)), [
      this.#link(texts.draft.lookAtTheirs, this.dataset.path ?? '', '_blank'),
      this.#button(texts.draft.keepMine, () => {
        this.#decided()
        this.#setVersion(version)
        this.#begin(this.#values)
      }),
      this.#button(texts.draft.takeTheirs, () => {
        this.#decided()
        this.#forget()
        this.#reload()
      }),
    ])
  }

  #decided() {
    clearTimeout(this.#timer)
    this.#isInConflict = false
    this.querySelector('.notice')?.remove()
    if (this.#isOffering) this.#offerKept()
  }

  /** What was typed before this page was loaded, and could not be saved then. */
  #offerKept() {
    const kept = this.#kept.read()
    this.#isOffering = true
    this.#tell(texts.draft.unsavedAt(clock(kept.at)), [
      this.#button(texts.draft.saveNow, () => this.#saveKept(kept)),
      this.#button(texts.draft.forget, () => {
        this.querySelector('.notice')?.remove()
        this.#isOffering = false
        this.#kept.forget()
        this.#kept.take(this.#newer)
        if (!this.#isNewerHere && this.#kept.read()) this.#offerKept()
      }),
    ])
  }

  /**
   * As if the form said it, over the version over which it was typed: what is refused, or overtaken by somebody else, comes back in the form.
   * Until the server has answered with it, it stays in this tab.
   *
   * @param {{ values: [string, string][], version: string }} kept
   */
  async #saveKept({ values, version }) {
    /** @type {any} */
    const up = /** @type {any} */ (window).up
    const form = this.#form
    // as browsers send a form in which no file was chosen
    const params = [...values, ['version', version], ['file', new File([], '')]]
    const fragment = await up
      .render({
        ...{ url: form.action, method: 'post', navigate: true, origin: this },
        params: params.map(([name, value]) => ({ name, value })),
        failTarget: up.fragment.toTarget(form),
        failScroll: false,
      })
      .then(
        () => null,
        (/** @type {any} */ refused) => refused.fragment
      )
    if (!fragment) return
    listFaults(fragment)
    showFirstFault(fragment)
  }

  /** Whether somebody else has saved another version; what is not saved here finds out by itself. */
  async #checkVersion() {
    if (document.hidden || this.#saving || this.#isInConflict) return
    if (this.#values.join() !== this.#stored) return
    const answer = await fetch(`${this.dataset.path}/version`).catch(() => null)
    const json = answer?.ok ? await read(answer) : null
    const isOld = json && !this.#saving && json.version !== this.#version
    if (!isOld || this.querySelector('.notice')) return
    const news = json.isDraft
      ? texts.draft.savedBy(json.who ?? texts.draft.somebody, clock(json.at))
      : texts.draft.sentMeanwhile
    this.#tell(news, [this.#link(texts.draft.show, location.href, '')])
  }

  #reload() {
    this.#form.dispatchEvent(new CustomEvent('form:saved', { bubbles: true }))
    location.reload()
  }

  /** All that is typed, in the order of the form; never a file, and never that it is to be sent. @returns {[string, string][]} */
  get #values() {
    return [...new FormData(this.#form)].flatMap(([name, value]) =>
      typeof value !== 'string' || NOT_SAID.includes(name) ? [] : [[name, value]]
    )
  }

  get #version() {
    return this.#versions[0]?.value ?? ''
  }

  /** Dialogs about the draft carry its version too. @returns {HTMLInputElement[]} */
  get #versions() {
    return [...document.querySelectorAll(`input[name=version][data-draft="${this.dataset.draft}"]`)]
  }

  /** A form that may be sent again keeps the one that it was sent with. @param {string} version */
  #setVersion(version) {
    for (const input of this.#versions)
      if (!input.form || !isHeld(input.form)) input.value = version
  }

  /** @param {string} words */
  #say(words) {
    const status = this.querySelector('[role=status]')
    if (status) status.textContent = words
  }

  /** @param {string} words @param {Element[]} ways */
  #tell(words, ways) {
    this.querySelector('.notice')?.remove()
    const notice = document.createElement('div')
    notice.className = 'notice'
    notice.dataset.tone = 'warning'
    notice.setAttribute('role', 'alert')
    const text = document.createElement('p')
    text.textContent = words
    const row = document.createElement('div')
    row.className = 'row'
    row.append(...ways)
    const box = document.createElement('div')
    box.append(text, row)
    notice.append(box)
    this.append(notice)
  }

  /** @param {string} words @param {() => void} press */
  #button(words, press) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button'
    button.dataset.size = 'small'
    button.textContent = words
    button.addEventListener('click', press)
    return button
  }

  /** @param {string} words @param {string} href @param {string} target */
  #link(words, href, target) {
    const link = document.createElement('a')
    link.href = href
    link.target = target
    link.setAttribute('up-follow', 'false')
    link.textContent = words
    return link
  }

  get #form() {
    return /** @type {HTMLFormElement} */ (this.closest('form'))
  }
}

/** @param {Response} answer @returns {Promise<any>}  null for a page, such as the log-in */
async function read(answer) {
  const isJson = answer.headers.get('content-type')?.includes('json')
  return isJson ? answer.json() : null
}

/** @param {Response} answer  a page, where an answer for scripts was asked for */
function troubleOf({ redirected, status }) {
  const isOut = redirected || status === 401 || status === 403
  return isOut ? texts.draft.why.loggedOut : texts.draft.why.ours
}

/** @param {string} at */
function clock(at) {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}

customElements.define('draft-saving', DraftSaving)

import SignatureDialog from './signature_dialog.js'
import SigningDraft from './signing_draft.js'
import { decide } from './field_conditions.js'
import AdoptStep from './steps/adopt_step.js'
import NoteStep from './steps/note_step.js'
import RadioStep from './steps/radio_step.js'
import stepOf from './steps/index.js'
import GuideReview from './guide_review.js'
import { reachPlace, scrollToPlace } from './place_in_view.js'
import { readableZoom, zoomPages } from './pages_zoom.js'
import wordsOf, { filledIn } from './words.js'

/** @typedef {import('./signature_image.js').Signature} Signature */
/** @typedef {import('./steps/step.js').default} Step */
/** @typedef {import('./own_certificate.js').default} OwnCertificate */
/** @typedef {import('./signing_presence.js').default} SigningPresence */

// By another tab, an expiry or a void: the page itself says which.
const OVERTAKEN = [404, 409, 410]

// Whose code has to be entered again, or whose sender’s account is paused: the page itself asks or says so. What was filled in stays in this tab.
const SHUT_OUT = 403
const TOO_LARGE = 413
const TOO_MANY = 429

/** By what one sees that somebody is reading already. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown']

// So often a certificate signs anew because somebody else signed in between.
const MOST_TRIES = 4

/**
 * `<field-guide action signer data-words data-identity data-prove data-preview>`: leads a signer from one field to the next, holds what they fill
 * in, and sends it when they finish; before that to their identity provider, if they have to prove who they are. The server has the last
 * word on every value. A preview says at its end what it is, and sends nothing.
 */
class FieldGuide extends HTMLElement {
  /** @type {Step[]} */
  #steps = []
  #current = 0
  /** By the type of the steps in which they stand. @type {Record<string, Signature>} */
  #adopted = {}
  #draft = new SigningDraft('')
  #isSending = false
  #isAsking = false
  #hasEntered = false
  #isReading = false
  /** @type {GuideReview | null} */
  #review = null
  /** @type {Record<string, string>} */
  #words = {}

  connectedCallback() {
    this.#words = wordsOf(this)
    const { draft: url, consent } = this.dataset
    this.#draft = new SigningDraft(this.getAttribute('signer') ?? '', { url, consent })
    this.#steps = [...this.querySelectorAll('.guide-step')].map((item) => this.#step(item))
    this.#restore(this.#draft.read())
    this.#prepare()
    this.#decide()
    for (const step of this.#steps) this.#listen(step)
    const change = (/** @type {Step} */ step) => this.#changeFromReview(step)
    this.#review = new GuideReview(this.#find('.guide-review'), this.#words, change)
    this.addEventListener('submit', this)
    this.addEventListener('keydown', this)
    this.addEventListener('click', this)
    document.querySelector('pdf-document')?.addEventListener('pdf-page:drawn', this)
    for (const type of READING)
      document.addEventListener(type, () => (this.#isReading = true), { once: true, passive: true })
    this.#begin()
    this.toggleAttribute('data-ready', true)
    this.#takeNewer()
  }

  /** Where there is something to do, or where all that was done is checked. */
  #begin() {
    this.#review?.close()
    this.#show(this.#firstOpen ?? this.#steps.indexOf(this.#shown[0]))
    if (this.#isComplete && this.#hasReview && this.#draft.read()) this.#showReview()
    else this.#beginAtFirst()
  }

  /** What another device has left, unless somebody is writing here already. Under somebody who reads, the page stays where it is. */
  async #takeNewer() {
    const newer = await this.#draft.newer()
    if (!newer || this.#hasEntered || this.#isAsking || this.#isSending) return
    this.#restore(newer)
    this.#draft.keep(newer)
    this.#prepare()
    this.#decide()
    const isHere = this.#isReading && !this.#review?.isOpen
    if (isHere && this.#steps[this.#current]?.isShown) this.#refresh()
    else this.#begin()
  }

  /** @param {Event} event */
  handleEvent(event) {
    const target = /** @type {Element} */ (event.target)
    if (event instanceof KeyboardEvent) return this.#entered(event)
    if (event.type === 'submit') {
      event.preventDefault()
      return this.#advance()
    }
    if (event.type === 'pdf-page:drawn') return this.#refit(target)
    if (target.closest('[data-previous]')) return this.#pass(-1)
    if (target.closest('[data-next]')) return this.#pass(1)
    const step = this.#steps[this.#current]
    if (target.closest('[data-change]') && step instanceof AdoptStep) this.#adopt(step, true)
  }

  /** @param {Element} item */
  #step(item) {
    const { step } = /** @type {HTMLElement} */ (item).dataset
    const place = document.querySelector(`.pdf-field[data-field="${CSS.escape(step ?? '')}"]`)
    return stepOf(
      /** @type {HTMLElement} */ (item),
      /** @type {HTMLElement | null} */ (place),
      this.#words
    )
  }

  /** @param {Step} step */
  #listen(step) {
    const at = this.#steps.indexOf(step)
    step.item.querySelector('.guide-step-head')?.addEventListener('click', () => this.#go(at))
    step.item.addEventListener('input', () => this.#filled(step))
    step.place?.addEventListener('click', () => this.#touch(step))
  }

  #prepare() {
    for (const step of this.#steps) step.prepare()
  }

  /** @param {import('./signing_draft.js').Draft | null} draft */
  #restore(draft) {
    Object.assign(this.#adopted, draft?.adopted)
    for (const step of this.#steps) {
      const value = draft?.values?.[step.id]
      if (step instanceof AdoptStep) step.signature = (value && this.#adopted[step.type]) || null
      else if (value !== undefined) step.value = value
      step.refresh()
    }
  }

  /** What is written on a page fits its places at the size in which the page is drawn. @param {Element} page */
  #refit(page) {
    for (const step of this.#steps) if (step.place && page.contains(step.place)) step.refresh()
  }

  /** Which steps are shown follows from what others say. */
  #decide() {
    decide(this.#steps, JSON.parse(this.dataset.met ?? '[]'))
  }

  get #shown() {
    return this.#steps.filter(({ isShown }) => isShown)
  }

  #save() {
    const values = Object.fromEntries(this.#steps.map((step) => [step.id, step.value]))
    this.#draft.write({ adopted: this.#adopted, values })
  }

  get #firstOpen() {
    const at = this.#steps.findIndex(({ isOpen }) => isOpen)
    return at < 0 ? null : at
  }

  /** @param {number} at */
  #show(at) {
    this.#current = at
    this.#steps.forEach((step, index) => step.show(index === at))
    this.#refresh()
  }

  /** Who signs by finger begins at the first field, in letters that can be read. The focus stays where it is. */
  #beginAtFirst() {
    const pages = document.querySelector('pdf-document')
    if (!(pages instanceof HTMLElement) || !matchMedia('(pointer: coarse)').matches) return
    zoomPages(pages, readableZoom(pages))
    const place = this.#steps[this.#current]?.place
    if (place) scrollToPlace(place, true)
  }

  /** @param {number} at */
  #go(at) {
    const step = this.#steps[Math.min(this.#steps.length - 1, Math.max(0, at))]
    if (!step) return
    this.#review?.close()
    this.#show(this.#steps.indexOf(step))
    const shown = this.#shown
    const words = { step: shown.indexOf(step) + 1, count: shown.length, label: step.label }
    this.#say(filledIn(this.#words.step, words))
    if (step.place) scrollToPlace(step.place)
    step.item.scrollIntoView({ block: 'nearest' })
    step.control?.focus({ preventScroll: true })
  }

  /** To the step before or after, past those that are hidden. @param {1 | -1} way */
  #pass(way) {
    if (this.#review?.isOpen) return this.#go(this.#current)
    const shown = this.#shown
    const next = shown[shown.indexOf(this.#steps[this.#current]) + way]
    if (next) this.#go(this.#steps.indexOf(next))
  }

  /** Somebody pressed the place on the page. @param {Step} step */
  #touch(step) {
    this.#go(this.#steps.indexOf(step))
    if (step instanceof AdoptStep && !step.signature) return this.#adopt(step)
    if (step.touch()) this.#filled(step)
  }

  /**
   * Enter in a field goes on, but never signs: that takes the button itself.
   *
   * @param {KeyboardEvent} event
   */
  #entered(event) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (event.target.type === 'file') return // it opens the choice of files
    event.preventDefault()
    if (!this.#review?.isOpen) this.#advance()
  }

  /** The one large button: it signs, moves on, or finishes, as what is open demands. */
  #advance() {
    if (this.#review?.isOpen) return this.#finish()
    const step = this.#steps[this.#current]
    if (step?.isOpen) {
      return step instanceof AdoptStep ? this.#adopt(step) : this.#missing(step)
    }
    if (this.#firstOpen === null) return this.#hasReview ? this.#check() : this.#finish()
    this.#go(this.#nextOpen())
  }

  #nextOpen() {
    const after = this.#steps.findIndex(({ isOpen }, index) => index > this.#current && isOpen)
    return after < 0 ? (this.#firstOpen ?? this.#current) : after
  }

  /**
   * @param {AdoptStep} step
   * @param {boolean} [anew]  ask again, and change it everywhere
   */
  async #adopt(step, anew = false) {
    const { type } = step
    if (this.#isAsking) return
    if (!this.#adopted[type] || anew) {
      const signature = await this.#ask(step)
      if (!signature) return
      this.#adopted[type] = signature
      this.#replace(type)
    }
    step.signature = this.#adopted[type]
    this.#filled(step)
    if (this.#firstOpen === null) this.#check()
    else if (!anew) this.#go(this.#nextOpen())
  }

  /** Shows all that was entered, before it takes effect. */
  #check() {
    this.#showReview()
    this.#review?.focus()
    this.#say(this.#words.allDone)
  }

  #showReview() {
    this.#prepare()
    this.#review?.show(this.#entries)
    this.#refresh()
  }

  /** @param {Step} step */
  #changeFromReview(step) {
    this.#go(this.#steps.indexOf(step))
    if (step instanceof AdoptStep) this.#adopt(step, true)
  }

  /** What the signer has a say in. */
  get #entries() {
    return this.#shown.filter((step) => !(step instanceof NoteStep))
  }

  get #hasReview() {
    return this.#entries.length > 0
  }

  /** Nothing that has to be there is missing, and nothing that is there is wrong. */
  get #isComplete() {
    return this.#firstOpen === null
  }

  /** Shows first where it will stand. @param {AdoptStep} step */
  async #ask({ type, proposal, place }) {
    this.#isAsking = true
    try {
      await reachPlace(place)
      return await this.#dialog.ask(type, proposal)
    } finally {
      this.#isAsking = false
    }
  }

  /** @param {string} type */
  #replace(type) {
    for (const step of this.#steps) {
      if (!(step instanceof AdoptStep) || step.type !== type || !step.signature) continue
      step.signature = this.#adopted[type]
      step.refresh()
    }
  }

  /** @param {Step} step */
  #filled(step) {
    step.complain('')
    step.refresh()
    this.#decide()
    this.#hasEntered = true
    this.#save()
    this.#refresh()
  }

  /** @param {Step} step */
  #missing(step) {
    const { obstacle } = step
    step.complain(obstacle)
    this.#say(obstacle)
    step.control?.focus()
  }

  #refresh() {
    const shown = this.#shown
    const current = this.#steps[this.#current]
    const required = shown.filter(({ isRequired }) => isRequired)
    const done = required.filter(({ isDone }) => isDone).length
    const isComplete = this.#isComplete
    const isReady = isComplete && (this.#review?.isOpen || !this.#hasReview)
    const bar = /** @type {HTMLProgressElement} */ (this.querySelector('progress'))
    bar.max = Math.max(1, required.length)
    bar.value = isComplete ? bar.max : done
    bar.toggleAttribute('data-done', isComplete)
    const share = filledIn(this.#words.share, { done, count: required.length })
    this.#find('.progress-value').textContent = share
    this.#find('.guide').toggleAttribute('data-complete', isReady)
    this.#find('[data-primary] span').textContent = this.#primaryWords(isComplete, isReady)
    const isFirst = current === shown[0] && !this.#review?.isOpen
    this.#find('[data-previous]').toggleAttribute('disabled', isFirst)
    const isLast = current === shown.at(-1) || Boolean(this.#review?.isOpen)
    this.#find('[data-next]').toggleAttribute('disabled', isLast)
  }

  /** @param {boolean} isComplete @param {boolean} isReady */
  #primaryWords(isComplete, isReady) {
    const step = this.#steps[this.#current]
    if (isReady && this.#isUnproved) return this.dataset.prove ?? ''
    if (isReady) return this.#words.finish
    if (isComplete) return this.#words.review
    return step instanceof AdoptStep && !step.signature ? step.ask : this.#words.next
  }

  /** They have to prove who they are before they finish, and have not. */
  get #isUnproved() {
    return ['needed', 'ended', 'closed'].includes(this.dataset.identity ?? '')
  }

  /** What was filled in waits in this tab. */
  #prove() {
    const form = document.querySelector('form#identity')
    const isClosed = this.dataset.identity === 'closed'
    if (form instanceof HTMLFormElement && !isClosed) return form.requestSubmit()
    this.#find('.guide-identity').scrollIntoView({ block: 'nearest' })
    this.#say(this.#find('.guide-identity p').textContent ?? '')
  }

  async #finish() {
    if (this.#isSending) return
    if (this.dataset.preview) return this.#trouble(this.dataset.preview)
    if (this.#isUnproved) return this.#prove()
    if (this.#certificate?.isMissing) return this.#certificate.complain()
    this.#prepare()
    this.#busy(true)
    try {
      await this.#presence?.hasArrived()
      this.#draft.hold()
      const answer = await this.#send(this.#answers())
      if (answer.ok) return this.#leave(await answer.json())
      if ([...OVERTAKEN, SHUT_OUT].includes(answer.status)) return location.reload()
      if (answer.status === 422) return this.#refused(await answer.json())
      const { unreachable, tooMany, tooLarge } = this.#words
      this.#trouble({ [TOO_MANY]: tooMany, [TOO_LARGE]: tooLarge }[answer.status] ?? unreachable)
    } catch {
      this.#trouble(this.#words.unreachable)
    }
  }

  /**
   * With the signature of their own certificate, if they opened one. Where somebody else has signed since it was prepared, it signs anew.
   *
   * @param {object} answers
   * @returns {Promise<Response>}
   */
  async #send(answers, tries = MOST_TRIES) {
    const certificate = (await this.#certificate?.sign(answers)) ?? null
    if (certificate instanceof Response) return certificate
    const answer = await fetch(this.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept': 'application/json' },
      body: JSON.stringify(certificate ? { ...answers, certificate } : answers),
    })
    const isStale = answer.status === 409 && certificate !== null && tries > 1
    if (!isStale) return answer
    const { error } = await answer.clone().json()
    return error.code === 'signature_overtaken' ? this.#send(answers, tries - 1) : answer
  }

  /** @param {{next: string}} answer */
  #leave({ next }) {
    this.#draft.forget()
    location.replace(next)
  }

  #answers() {
    const shown = this.#entries
    const entered = shown.filter((step) => !(step instanceof AdoptStep))
    const adopted = shown.filter((step) => step instanceof AdoptStep && step.isFilled)
    const values = entered.map((step) =>
      step instanceof RadioStep ? step.values : { [step.id]: step.value }
    )
    return {
      values: Object.assign({}, ...values),
      ...Object.fromEntries(adopted.map(({ type }) => [type, this.#adopted[type]])),
    }
  }

  /** @param {{error: {message: string, details?: {param: string, message: string}[]}}} answer */
  #refused({ error }) {
    const refusals = error.details ?? []
    for (const { param, message } of refusals) this.#named(param)?.complain(message)
    const [first] = refusals.map(({ param }) => this.#named(param)).filter((step) => step)
    const own = refusals.find(({ param }) => param === 'certificate')
    if (own) this.#certificate?.complain(own.message)
    if (own && refusals.length === 1) return this.#busy(false)
    this.#trouble(error.message)
    if (first) this.#go(this.#steps.indexOf(first))
  }

  /** `values.<field>`, or the type of a mark that is adopted. @param {string} param */
  #named(param) {
    return this.#steps.find((step) => param === `values.${step.id}` || param === step.type)
  }

  /** @param {string} message */
  #trouble(message) {
    this.#busy(false)
    const notice = this.#find('[data-trouble]')
    notice.hidden = false
    this.#find('[data-trouble] div').textContent = message
  }

  /** @param {boolean} isBusy */
  #busy(isBusy) {
    this.#isSending = isBusy
    this.#find('[data-primary]').setAttribute('aria-busy', String(isBusy))
    if (isBusy) this.#find('[data-trouble]').hidden = true
    if (isBusy) this.#find('[data-primary] span').textContent = this.#words.sending
    else this.#refresh()
  }

  /** @param {string} words */
  #say(words) {
    this.#find('[aria-live]').textContent = words
  }

  get #certificate() {
    return /** @type {OwnCertificate | null} */ (this.querySelector('own-certificate'))
  }

  get #presence() {
    return /** @type {SigningPresence | null} */ (document.querySelector('signing-presence'))
  }

  get #dialog() {
    return /** @type {SignatureDialog} */ (document.querySelector('signature-dialog'))
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector))
  }
}

customElements.define('field-guide', FieldGuide)

const SEND_AFTER_MS = 2_500
const RETRY_MS = 15_000
const TOO_MANY = 429
/** What a browser still sends while its page goes away. */
const KEPT_ALIVE = 60_000
/** By this a tab knows what it has sent itself. */
const TAB = 'signing-tab'
const PREFIX = 'signing:'

/** @typedef {{ adopted: Record<string, any>, values: Record<string, string | boolean>, at: number, consent?: string }} Draft */

/**
 * What a signer has filled in so far: in this tab at once, so that a phone that reloads the page loses nothing, and soon after with the document,
 * enveloped, so that another device of theirs goes on with it. The newest counts.
 */
export default class SigningDraft {
  #later = 0
  /** @type {Draft | null} */
  #unsent = null
  #way = new AbortController()

  /**
   * @param {string} signerId
   * @param {object} [more]
   * @param {string} [more.url]  where it is kept for other devices; empty where it stays on this one
   * @param {string} [more.consent]  which it belongs to: what was filled in before they withdrew it is forgotten
   */
  constructor(signerId, { url = '', consent = '' } = {}) {
    this.key = PREFIX + signerId
    this.url = url
    this.consent = consent
    if (!url) return
    for (const type of ['online', 'pagehide']) addEventListener(type, () => this.#send())
    // a phone that is put aside may never come back to this page
    document.addEventListener('visibilitychange', () => document.hidden && this.#send())
  }

  /** @returns {Draft | null} */
  read() {
    try {
      /** @type {Draft | null} */
      const draft = JSON.parse(sessionStorage.getItem(this.key) ?? 'null')
      if (!draft || (draft.consent ?? this.consent) === this.consent) return draft
      sessionStorage.removeItem(this.key)
      return null
    } catch {
      return null
    }
  }

  /** What another device has left later than this one. @returns {Promise<Draft | null>} */
  async newer() {
    if (!this.url) return null
    try {
      const answer = await fetch(this.url, { headers: { accept: 'application/json' } })
      if (answer.status !== 200) return null
      const { age, mark, answers } = await answer.json()
      const { values, ...adopted } = answers
      const at = enteredAt(mark, age)
      return at > (this.read()?.at ?? 0) ? { adopted, values, at, consent: this.consent } : null
    } catch {
      return null // offline: what is here is all there is
    }
  }

  /** @param {Pick<Draft, 'adopted' | 'values'>} draft */
  write(draft) {
    const whole = { ...draft, at: Date.now(), consent: this.consent }
    this.keep(whole)
    if (!this.url) return
    this.#unsent = whole
    clearTimeout(this.#later)
    this.#later = window.setTimeout(() => this.#send(), SEND_AFTER_MS)
  }

  /** In this tab alone. @param {Draft} draft */
  keep(draft) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(draft))
    } catch {
      // Storage is full or forbidden: then a reload starts anew, as it would without us.
    }
  }

  /** While all of it is handed in: what is on its way would come too late. If that fails, it is sent with the next change, or when the page goes. */
  hold() {
    clearTimeout(this.#later)
    this.#way.abort()
  }

  forget() {
    clearTimeout(this.#later)
    this.#unsent = null
    try {
      sessionStorage.removeItem(this.key)
    } catch {
      // Forbidden storage holds nothing to forget.
    }
  }

  /** On the device of a member, for all who have signed there. */
  static forgetAll() {
    try {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    } catch {
      // Forbidden storage holds nothing to forget.
    }
  }

  /** Where the line is away, once it is back; where the server has too much to do, a little later. What it refuses stays here. */
  async #send() {
    const draft = this.#unsent
    if (!draft || !navigator.onLine) return
    this.#unsent = null
    const { adopted, values, at } = draft
    const mark = `${tab()}|${at}`
    const body = JSON.stringify({ answers: { ...adopted, values }, age: Date.now() - at, mark })
    const headers = { 'content-type': 'application/json', 'accept': 'application/json' }
    const keepalive = body.length < KEPT_ALIVE
    this.#way = new AbortController()
    const { signal } = this.#way
    const answer = await fetch(this.url, {
      ...{ method: 'POST', headers, body, keepalive, signal },
    }).catch(() => null)
    if (answer && answer.status < 500 && answer.status !== TOO_MANY) return
    this.#unsent ??= draft
    if (signal.aborted) return
    clearTimeout(this.#later)
    this.#later = window.setTimeout(() => this.#send(), RETRY_MS)
  }
}

/** By this clock. What this tab has sent itself is as old as it is: how long it was on its way does not make it newer. @param {string} mark @param {number} age */
function enteredAt(mark, age) {
  const [from, at] = mark.split('|')
  return from === tab() ? Number(at) : Date.now() - age
}

let own = ''

/** This tab, also once its page was loaded anew. */
function tab() {
  own ||= crypto.getRandomValues(new Uint32Array(2)).join('-')
  try {
    own = sessionStorage.getItem(TAB) ?? own
    sessionStorage.setItem(TAB, own)
  } catch {
    // Without storage nothing is left of what it has sent, either.
  }
  return own
}

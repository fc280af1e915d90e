/** A page in the frame speaks before it is loaded; one that has not by then is none of the service's. */
const SILENCE_MS = 3_000

/** Shows a page of the signing service in yours. What it fires tells your page what to show next; what counts is the webhook, or the API. */
class EmbeddedFrame extends HTMLElement {
  static observedAttributes = ['src', 'title']

  /** What it hears from the page in it, and what it is called without a title. @type {{ about: string, events: string[], title: string }} */
  static kind

  /** @type {HTMLIFrameElement | null} */
  #frame = null

  /** Whether the page in the frame has spoken and is not loaded yet. */
  #hasSpoken = false

  /** @type {number | undefined} */
  #silence

  connectedCallback() {
    if (!this.style.display) this.style.display = 'block'
    addEventListener('message', this)
    this.#show()
  }

  disconnectedCallback() {
    removeEventListener('message', this)
    this.#endSilence()
    this.#frame?.remove()
    this.#frame = null
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show()
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof MessageEvent) this.#hear(event)
    else this.#loaded()
  }

  /** Nobody tells why a frame shows nothing: the network, or a page that may not be shown in it. */
  #loaded() {
    const hasSpoken = this.#hasSpoken
    this.#hasSpoken = false
    this.#endSilence()
    if (!hasSpoken) this.#silence = setTimeout(() => this.#fire('failed', {}), SILENCE_MS)
  }

  /** @param {MessageEvent} event */
  #hear({ source, origin, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return
    if (origin !== new URL(this.#frame.src).origin) return
    const [about, name] = String(data?.type).split(':')
    if (about !== this.#kind.about || !this.#kind.events.includes(name)) return
    this.#hasSpoken = this.#silence === undefined
    const { type: _, ...detail } = data
    this.#fire(name, detail)
  }

  /** @param {string} name @param {object} detail */
  #fire(name, detail) {
    this.#endSilence()
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  #endSilence() {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  get #kind() {
    return /** @type {typeof EmbeddedFrame} */ (this.constructor).kind
  }

  #show() {
    const src = this.getAttribute('src')
    if (!src) return
    const frame = (this.#frame ??= this.#newFrame())
    frame.title = this.getAttribute('title') ?? this.#kind.title
    if (frame.src !== src) frame.src = src
    if (!frame.isConnected) this.append(frame)
  }

  #newFrame() {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'display: block; width: 100%; height: 100%; min-height: 40rem; border: 0'
    frame.addEventListener('load', this)
    return frame
  }
}

/**
 * `<signing-frame src="https://…/embed/emb_…">`: shows a signing page. `src` is the `url` of POST /documents/{id}/signers/{sid}/embed-links and opens once.
 *
 * Fires `opened`, `signed`, `declined`, `closed` and `expired`, each with `detail: { documentId, signerId }`, and `failed`.
 */
export class SigningFrame extends EmbeddedFrame {
  static kind = {
    about: 'signing',
    events: ['opened', 'signed', 'declined', 'closed', 'expired', 'failed'],
    title: 'Sign the document',
  }
}

/**
 * `<editing-frame src="https://…/embed-editor/edl_…">`: shows the field editor of a draft. `src` is the `url` of POST /documents/{id}/editor-links and opens once.
 *
 * Fires `opened`, `saved`, `cancelled`, `expired` and `closed`, each with `detail: { documentId }`, and `failed`.
 */
export class EditingFrame extends EmbeddedFrame {
  static kind = {
    about: 'editing',
    events: ['opened', 'saved', 'cancelled', 'expired', 'closed', 'failed'],
    title: 'Place the fields of the document',
  }
}

if (!customElements.get('signing-frame')) customElements.define('signing-frame', SigningFrame)
if (!customElements.get('editing-frame')) customElements.define('editing-frame', EditingFrame)

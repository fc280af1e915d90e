/** Shows a page of the signing service in yours. What it fires tells your page what to show next; what counts is the webhook, or the API. */
class EmbeddedFrame extends HTMLElement {
  static observedAttributes = ['src', 'title']

  /** What it hears from the page in it, and what it is called without a title. @type {{ about: string, events: string[], title: string }} */
  static kind

  /** @type {HTMLIFrameElement | null} */
  #frame = null

  connectedCallback() {
    if (!this.style.display) this.style.display = 'block'
    addEventListener('message', this)
    this.#show()
  }

  disconnectedCallback() {
    removeEventListener('message', this)
    this.#frame?.remove()
    this.#frame = null
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show()
  }

  /** @param {MessageEvent} event */
  handleEvent({ source, origin, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return
    if (origin !== new URL(this.#frame.src).origin) return
    const [about, name] = String(data?.type).split(':')
    if (about !== this.#kind.about || !this.#kind.events.includes(name)) return
    const { type: _, ...detail } = data
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  get #kind() {
    return /** @type {typeof EmbeddedFrame} */ (this.constructor).kind
  }

  #show() {
    const src = this.getAttribute('src')
    if (!src) return
    this.#frame ??= this.#newFrame()
    this.#frame.title = this.getAttribute('title') ?? this.#kind.title
    if (this.#frame.src !== src) this.#frame.src = src
  }

  #newFrame() {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'display: block; width: 100%; height: 100%; min-height: 40rem; border: 0'
    return this.appendChild(frame)
  }
}

/**
 * `<signing-frame src="https://…/embed/emb_…">`: shows a signing page. `src` is the `url` of POST /documents/{id}/signers/{sid}/embed-links and opens once.
 *
 * Fires `opened`, `signed`, `declined` and `closed`, each with `detail: { documentId, signerId }`.
 */
export class SigningFrame extends EmbeddedFrame {
  static kind = {
    about: 'signing',
    events: ['opened', 'signed', 'declined', 'closed'],
    title: 'Sign the document',
  }
}

/**
 * `<editing-frame src="https://…/embed-editor/edl_…">`: shows the field editor of a draft. `src` is the `url` of POST /documents/{id}/editor-links and opens once.
 *
 * Fires `opened`, `saved`, `cancelled`, `expired` and `closed`, each with `detail: { documentId }`.
 */
export class EditingFrame extends EmbeddedFrame {
  static kind = {
    about: 'editing',
    events: ['opened', 'saved', 'cancelled', 'expired', 'closed'],
    title: 'Place the fields of the document',
  }
}

if (!customElements.get('signing-frame')) customElements.define('signing-frame', SigningFrame)
if (!customElements.get('editing-frame')) customElements.define('editing-frame', EditingFrame)

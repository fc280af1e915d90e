/**
 * `<signing-frame src="https://…/embed/emb_…">`: shows a signing page in yours. `src` is the `url` of POST /documents/{id}/signers/{sid}/embed-links and opens once.
 *
 * Fires `opened`, `signed`, `declined` and `closed`, each with `detail: { documentId, signerId }`. They tell your page what to show next; what counts is
 * the webhook.
 */
export class SigningFrame extends HTMLElement {
  static observedAttributes = ['src', 'title']

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
    const [, name] = /^signing:(opened|signed|declined|closed)$/.exec(data?.type) ?? []
    if (!name) return
    const { documentId, signerId } = data
    this.dispatchEvent(new CustomEvent(name, { detail: { documentId, signerId } }))
  }

  #show() {
    const src = this.getAttribute('src')
    if (!src) return
    this.#frame ??= this.#newFrame()
    this.#frame.title = this.getAttribute('title') ?? 'Sign the document'
    if (this.#frame.src !== src) this.#frame.src = src
  }

  #newFrame() {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'display: block; width: 100%; height: 100%; min-height: 40rem; border: 0'
    return this.appendChild(frame)
  }
}

if (!customElements.get('signing-frame')) customElements.define('signing-frame', SigningFrame)

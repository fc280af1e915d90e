/** `<frame-message data-about data-origin data-state data-document data-signer>`: tells the page around this one, and no other, how far signing or editing is. */
export default class FrameMessage extends HTMLElement {
  connectedCallback() {
    if (window.parent === window) return
    const { about, state, document: documentId, signer: signerId, origin } = this.dataset
    const ids = { ...(documentId && { documentId }), ...(signerId && { signerId }) }
    window.parent.postMessage({ type: `${about}:${state}`, ...ids }, origin ?? '')
  }
}

customElements.define('frame-message', FrameMessage)

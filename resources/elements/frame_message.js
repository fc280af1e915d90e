/** `<frame-message origin state document signer>`: tells the page around this one, and no other, how far the signer is. */
export default class FrameMessage extends HTMLElement {
  connectedCallback() {
    if (window.parent === window) return
    const { state, document: documentId, signer: signerId, origin } = this.dataset
    window.parent.postMessage({ type: `signing:${state}`, documentId, signerId }, origin ?? '')
  }
}

customElements.define('frame-message', FrameMessage)

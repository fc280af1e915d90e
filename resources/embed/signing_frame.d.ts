export interface SigningFrameDetail {
  documentId: string
  signerId: string
}

/** Fires `opened`, `signed`, `declined` and `closed`. */
export class SigningFrame extends HTMLElement {
  addEventListener(
    type: 'opened' | 'signed' | 'declined' | 'closed',
    listener: (event: CustomEvent<SigningFrameDetail>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'signing-frame': SigningFrame
  }
}

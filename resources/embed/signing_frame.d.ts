export interface SigningFrameDetail {
  documentId: string
  signerId: string
}

export interface EditingFrameDetail {
  documentId: string
}

/** Fires `opened`, `signed`, `declined` and `closed`. */
export class SigningFrame extends HTMLElement {
  addEventListener(
    type: 'opened' | 'signed' | 'declined' | 'closed',
    listener: (event: CustomEvent<SigningFrameDetail>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
}

/** Fires `opened`, `saved`, `cancelled`, `expired` and `closed`. */
export class EditingFrame extends HTMLElement {
  addEventListener(
    type: 'opened' | 'saved' | 'cancelled' | 'expired' | 'closed',
    listener: (event: CustomEvent<EditingFrameDetail>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'signing-frame': SigningFrame
    'editing-frame': EditingFrame
  }
}

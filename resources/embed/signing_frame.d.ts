export interface SigningFrameDetail {
  documentId: string
  signerId: string
}

export interface EditingFrameDetail {
  documentId: string
}

/** Fires `opened`, `signed`, `declined`, `closed`, `expired` and `failed`. */
export class SigningFrame extends HTMLElement {
  addEventListener(
    type: 'opened' | 'signed' | 'declined' | 'closed' | 'expired',
    listener: (event: CustomEvent<SigningFrameDetail>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
  addEventListener(
    type: 'failed',
    listener: (event: CustomEvent<Record<string, never>>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
}

/** Fires `opened`, `saved`, `cancelled`, `expired`, `closed` and `failed`. */
export class EditingFrame extends HTMLElement {
  addEventListener(
    type: 'opened' | 'saved' | 'cancelled' | 'expired' | 'closed',
    listener: (event: CustomEvent<EditingFrameDetail>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
  addEventListener(
    type: 'failed',
    listener: (event: CustomEvent<Record<string, never>>) => void,
    options?: boolean | AddEventListenerOptions
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'signing-frame': SigningFrame
    'editing-frame': EditingFrame
  }
}

export type SignerStatus =
  'pending' | 'sent' | 'signed' | 'declined' | 'expired' | 'voided' | 'delivery_failed'

/** What a stored `sent` reads as while the signer has the document open. */
export type DisplayStatus = SignerStatus | 'viewing'

export const SIGNER_LABELS: Record<DisplayStatus, string> = {
  pending: 'Pending',
  sent: 'Sent',
  viewing: 'Viewing',
  signed: 'Signed',
  declined: 'Declined',
  expired: 'Expired',
  voided: 'Voided',
  delivery_failed: 'Not delivered',
}

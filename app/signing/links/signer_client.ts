/** Where a signer acts from. */
export interface ClientInfo {
  ipAddress: string
  userAgent: string
  /** The link by which they came to sign in person: the device is a member's. Missing for those who come by a link of their own. */
  via?: string
}

/** Where a signer acts from. */
export interface ClientInfo {
  ipAddress: string
  userAgent: string
}

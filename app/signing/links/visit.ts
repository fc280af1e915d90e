/** From where a signer acts. */
export interface Visit {
  ipAddress: string
  userAgent: string
}

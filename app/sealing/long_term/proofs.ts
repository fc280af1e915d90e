/**
 * What shows, after those who said it are gone, that the certificates of a seal and of its time stamp were good: the certificates, lists of
 * what was revoked (RFC 5280) and answers about single certificates (RFC 6960). All DER.
 */
export interface Proofs {
  certificates: readonly Uint8Array[]
  lists: readonly Uint8Array[]
  answers: readonly Uint8Array[]
}

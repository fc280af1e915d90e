import { Refusal } from '#app/foundation/refusal'

/** The resource has changed since the client read it (RFC 7644, 3.14). */
export default class VersionMismatch extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'version_mismatch'
  static readonly message = 'The resource has changed since you read it. Read it again'
}

import { Refusal } from '#app/foundation/refusal'

export default class HolderRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'holder_refused'
  static readonly message = 'A document cannot belong to a viewer: share it with them instead'
}

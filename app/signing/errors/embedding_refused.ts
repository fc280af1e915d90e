import { Refusal } from '#app/foundation/refusal'

export default class EmbeddingRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'embedding_refused'
  static readonly message =
    'This signer proves who they are at an identity provider, which no other page may show: send them their link instead'
}

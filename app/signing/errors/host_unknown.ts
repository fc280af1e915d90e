import { Refusal } from '#app/foundation/refusal'

export default class HostUnknown extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'host_unknown'
  static readonly message =
    'No member of this address may hand over a device for this document: name one who may send it'

  constructor() {
    super()
    this.path = ['host']
  }
}

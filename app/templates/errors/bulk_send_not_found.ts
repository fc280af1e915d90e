import { Refusal } from '#app/foundation/refusal'

export default class BulkSendNotFound extends Refusal {
  static readonly kind = 'absent'
  static readonly code = 'bulk_send_not_found'
  static readonly message = 'No bulk send has this id'
}

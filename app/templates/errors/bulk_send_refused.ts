import { Refusal } from '#app/foundation/refusal'
import type { BulkSendStatus } from '../bulk/bulk_send.js'

const STATES: Record<BulkSendStatus, string> = {
  draft: 'not been sent yet',
  running: 'been started already',
  paused: 'been started already',
  completed: 'completed',
  cancelled: 'been cancelled',
}

/** Its state does not allow what was asked for. */
export default class BulkSendRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'bulk_send_refused'

  constructor(status: BulkSendStatus, wanted: string) {
    super(`This bulk send has ${STATES[status]}, and cannot be ${wanted}`)
    this.details = { currentStatus: status }
    this.wording = { form: status }
  }
}

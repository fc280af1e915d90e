import { Refusal } from '#app/foundation/refusal'

const SENTENCES = {
  being_created: 'This tenant is still being created',
  not_released: 'A suspended tenant cannot be released',
  stopped_above: 'This tenant was stopped by the platform',
} as const

export default class TenantStateConflict extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'tenant_state_conflict'

  constructor(why: keyof typeof SENTENCES, currentStatus: string) {
    super(SENTENCES[why])
    this.wording = { form: why }
    this.details = { currentStatus }
  }
}

import { Refusal } from '#app/foundation/refusal'

export default class NotInLog extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'not_in_log'

  constructor() {
    super(
      'The public log does not contain this entry yet: live trails are added every ten minutes, those of the sandbox never'
    )
  }
}

import { Refusal } from '#app/foundation/refusal'

/** The clock of a sandbox goes on from where it stands, and not beyond all use. */
export default class ClockNotMoved extends Refusal {
  static status = 422
  static code = 'E_CLOCK_NOT_MOVED'
  static apiCode = 'validation_failed'

  constructor(param: 'seconds' | 'to', message: string) {
    super(message)
    this.param = param
    this.details = [{ param, code: 'out_of_range', message }]
  }
}

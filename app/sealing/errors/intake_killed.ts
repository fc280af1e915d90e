import { Outage } from '#app/foundation/outage'

/** Nothing is known of the upload: the process that read it was killed, and by none of our limits. */
export default class IntakeKilled extends Outage {
  static code = 'E_INTAKE_KILLED'

  constructor(signal: NodeJS.Signals) {
    super(`The process that examined the PDF was ended by ${signal}: try again in a few seconds`)
  }
}

import { Outage } from '#app/foundation/outage'

export default class IntakeBusy extends Outage {
  static code = 'E_INTAKE_BUSY'
  static message = 'Too many PDFs are being examined at the moment: try again in a few seconds'

  constructor(options?: { cause?: unknown }) {
    super(undefined, options)
  }
}

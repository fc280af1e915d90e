import { Exception } from '@adonisjs/core/exceptions'

export default class IntakeBusy extends Exception {
  static status = 503
  static code = 'E_INTAKE_BUSY'
  static message = 'Too many PDFs are being examined at the moment: try again in a few seconds'

  constructor(options?: { cause?: unknown }) {
    super(undefined, options)
  }
}

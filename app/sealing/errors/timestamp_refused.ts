import { Exception } from '@adonisjs/core/exceptions'

export default class TimestampRefused extends Exception {
  static code = 'E_TIMESTAMP_REFUSED'

  constructor(reason: string, options?: { cause?: unknown }) {
    super(`The time-stamping authority gave no usable time stamp: ${reason}`, options)
  }
}

import { Exception } from '@adonisjs/core/exceptions'

export default class NotOurPdf extends Exception {
  static code = 'E_NOT_OUR_PDF'
  static isLoggable = true

  constructor(reason: string, options?: { cause?: unknown }) {
    super(`This file does not have the form that we write: ${reason}`, options)
  }
}

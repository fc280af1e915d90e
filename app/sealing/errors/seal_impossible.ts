import { Exception } from '@adonisjs/core/exceptions'

/** This order can never be sealed, however often it is tried; `isPermanent` knows it. */
export default class SealImpossible extends Exception {
  static status = 500
  static code = 'E_SEAL_IMPOSSIBLE'
  static isLoggable = true

  constructor(reason: string, options?: { cause?: unknown }) {
    super(`The document cannot be sealed: ${reason}`, options)
  }
}

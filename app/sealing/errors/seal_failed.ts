import { Exception } from '@adonisjs/core/exceptions'

/** Nothing the caller sent was wrong: sealing did not come to an end, and may be tried again. */
export default class SealFailed extends Exception {
  static code = 'E_SEAL_FAILED'
  static isLoggable = true

  constructor(reason: string, options?: { cause?: unknown }) {
    super(`The document was not sealed: ${reason}`, options)
  }
}

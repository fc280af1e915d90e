import { Exception } from '@adonisjs/core/exceptions'

/** This order can never be sealed, however often it is tried; `isPermanent` knows it. */
export default class SealImpossible extends Exception {
  static code = 'E_SEAL_IMPOSSIBLE'
  static isLoggable = true

  /** Something was stamped there, in points from the top left, and does not show. */
  static hiding({ page, x, y }: { page: number; x: number; y: number }): SealImpossible {
    const place = `${Math.round(x)}, ${Math.round(y)} points from the top left`
    return new SealImpossible(
      `nothing shows on page ${page} where something was stamped (at ${place})`
    )
  }

  constructor(reason: string, options?: { cause?: unknown }) {
    super(`The document cannot be sealed: ${reason}`, options)
  }
}

import { Exception } from '@adonisjs/core/exceptions'
import type { InputPath } from './input_path.js'

/**
 * What a caller did cannot be done, and this is why. Its code is public API; a surface turns it into an answer.
 *
 * A subclass names `status` (HTTP), `code` (`E_…`, for logs) and `apiCode` (as listed in the documentation of errors).
 */
export abstract class Refusal extends Exception {
  static apiCode = 'internal_error'

  /** The input that is at fault, where a domain refuses it; each surface spells it as its callers do. */
  path?: InputPath

  /** The same where a surface refuses it itself, as the caller wrote it: `signers[0].email`. */
  param?: string

  /** What helps a program to react: limits, the current state, a list of faults. */
  details?: unknown

  /** In seconds, where trying again helps. */
  readonly retryAfter?: number

  get apiCode(): string {
    return (this.constructor as typeof Refusal).apiCode
  }
}

/** Whether this can be told to the person or program that asked; what broke on our side cannot. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status < 500
}

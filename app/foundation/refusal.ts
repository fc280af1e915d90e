import type { InputPath } from './input_path.js'

/** What kind of no it is. Each surface has one table from kinds to its own answers; no domain knows them. */
export type RefusalKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'beyond_plan'
  | 'absent'
  | 'gone'
  | 'conflict'
  | 'invalid'
  | 'too_large'
  | 'too_soon'
  | 'unavailable'
  | 'damaged'

/** What a message is said with in other languages than English. */
export interface Wording {
  /** Which of several messages of its class it is. */
  form?: Lowercase<string>
  values?: Record<string, string | number>
  /** Which of several files it is about, from 1. */
  file?: number
}

/** These are our own fault or our own outage, and yet have a name that callers may know. */
const OURS: readonly RefusalKind[] = ['unavailable', 'damaged']

/**
 * What a caller did cannot be done, and this is why.
 *
 * A subclass names `kind` and `code`. The code is public API and outlives the message; several classes may share one.
 */
export abstract class Refusal extends Error {
  declare static readonly kind: RefusalKind
  declare static readonly code: Lowercase<string>
  /** For a class that always says the same. */
  declare static readonly message?: string

  /** The input that is at fault; each surface spells it as its callers do. */
  path?: InputPath

  /** What helps a program to react: limits, the current state, a list of faults. */
  details?: unknown

  /** In seconds, where trying again helps. */
  readonly retryAfter?: number

  /** Where the class has more than one message, or one that names something. */
  wording: Wording = {}

  constructor(message?: string, options?: ErrorOptions) {
    super(message ?? new.target.message, options)
    this.name = new.target.name
  }

  get kind(): RefusalKind {
    return (this.constructor as typeof Refusal).kind
  }

  get code(): string {
    return (this.constructor as typeof Refusal).code
  }
}

/** Whether this can be told to the person or program that asked; what broke on our side cannot. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && !OURS.includes(error.kind)
}

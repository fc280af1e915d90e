export type State = 'ok' | 'warning' | 'failed'

/** One line of what a doctor says. */
export interface Finding {
  /** What was examined. */
  about: string
  state: State
  says: string
  /** What to do, unless all is well. */
  remedy?: string
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })

export const warning = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'warning',
  says,
  remedy,
})

export const failed = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'failed',
  says,
  remedy,
})

/** Some errors of sockets have no message of their own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

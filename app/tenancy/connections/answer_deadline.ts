import type { Client } from 'pg'

/**
 * Of one statement: longer than PostgreSQL itself lets anything of ours wait for a lock, so that a server which works always answers
 * first. What it does not answer by then, it does not answer.
 */
const ANSWER_WITHIN_MS = 15_000

type Callback = (...answer: unknown[]) => void

/** Ends a connection over which a statement is not answered in time: the waiting caller gets an error, and the pool opens another. */
export function endWhenMute(connection: Client, withinMs = ANSWER_WITHIN_MS): void {
  const query = connection.query.bind(connection) as (...asked: unknown[]) => unknown
  const { stream } = connection.connection as unknown as { stream: { destroy(): void } }
  const watched = (...asked: unknown[]) => {
    const timer = setTimeout(() => stream.destroy(), withinMs).unref()
    const callback = asked.at(-1)
    if (typeof callback === 'function') {
      const answered: Callback = (...answer) => {
        clearTimeout(timer)
        ;(callback as Callback)(...answer)
      }
      return query(...asked.slice(0, -1), answered)
    }
    const answer = query(...asked)
    const isPromise = answer instanceof Promise
    if (!isPromise)
      clearTimeout(timer) // a stream of rows takes as long as its reader
    else
      answer.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer)
      )
    return answer
  }
  Object.defineProperty(connection, 'query', { value: watched, configurable: true })
}

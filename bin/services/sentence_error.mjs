/** A failure that its message explains fully: shown to the person at the terminal without a stack. */
export class SentenceError extends Error {
  name = 'SentenceError'
}

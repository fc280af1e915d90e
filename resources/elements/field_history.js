const ONE_STEP_MS = 800

/** What the fields were like before, and after what was taken back; each state as JSON. */
export default class FieldHistory {
  /** @type {string[]} */
  #past = []
  /** @type {string[]} */
  #future = []
  #kind = ''
  #notedAt = 0

  /** @param {string} now */
  constructor(now) {
    this.now = now
  }

  /**
   * @param {string} state
   * @param {string} [kind]  of the change: arrow keys in quick succession are one step
   * @returns whether anything has changed
   */
  note(state, kind = '') {
    if (state === this.now) return false
    const isSameStep =
      kind !== '' && kind === this.#kind && Date.now() - this.#notedAt < ONE_STEP_MS
    if (!isSameStep) this.#past.push(this.now)
    this.#kind = kind
    this.#notedAt = Date.now()
    this.#future = []
    this.now = state
    return true
  }

  /** @returns the state before; null where there is none */
  undo() {
    return this.#step(this.#past, this.#future)
  }

  /** @returns the state that was taken back last; null where there is none */
  redo() {
    return this.#step(this.#future, this.#past)
  }

  get canUndo() {
    return this.#past.length > 0
  }

  get canRedo() {
    return this.#future.length > 0
  }

  /** @param {string[]} from @param {string[]} to */
  #step(from, to) {
    const state = from.pop()
    if (state === undefined) return null
    to.push(this.now)
    this.#kind = ''
    this.now = state
    return state
  }
}

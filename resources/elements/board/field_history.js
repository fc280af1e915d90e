const ONE_STEP_MS = 800

/**
 * What something was like before, and after what was taken back. States are compared by identity, and share what did not change.
 *
 * @template State
 */
export default class FieldHistory {
  /** @type {State[]} */
  #past = []
  /** @type {State[]} */
  #future = []
  #kind = ''
  #notedAt = 0

  /** @param {State} now */
  constructor(now) {
    this.now = now
  }

  /**
   * @param {State} state
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

  /**
   * Puts another in the place of each state, also of those that can come back; those that then differ in nothing are one.
   *
   * @param {(state: State) => State} change
   * @param {(one: State, other: State) => boolean} isSame
   */
  rewrite(change, isSame) {
    this.now = change(this.now)
    const differing = (/** @type {State[]} */ states) =>
      states
        .map((state) => change(state))
        .filter((state, at, all) => !isSame(state, all[at + 1] ?? this.now))
    this.#past = differing(this.#past)
    this.#future = differing(this.#future)
    this.#kind = ''
  }

  /** @returns whether there was a state before */
  undo() {
    return this.#step(this.#past, this.#future)
  }

  /** @returns whether anything had been taken back */
  redo() {
    return this.#step(this.#future, this.#past)
  }

  get canUndo() {
    return this.#past.length > 0
  }

  get canRedo() {
    return this.#future.length > 0
  }

  /** @param {State[]} from @param {State[]} to */
  #step(from, to) {
    if (from.length === 0) return false
    to.push(this.now)
    this.#kind = ''
    this.now = /** @type {State} */ (from.pop())
    return true
  }
}

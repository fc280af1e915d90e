/** The only source of the present; `travel` and `restore` are for tests. */
class Clock {
  #offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  /** Moves on from where the clock stands; a negative number moves it back. */
  travel(ms: number) {
    this.#offsetMs += ms
  }

  restore() {
    this.#offsetMs = 0
  }
}

export const clock = new Clock()

interface Hall {
  inside: number
  line: (() => void)[]
}

/** Lets a few through at a time, for each name; whoever comes meanwhile waits in line. */
export class Turnstile {
  #halls = new Map<string, Hall>()

  constructor(private most: number) {}

  async pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    const hall = this.#halls.get(name) ?? { inside: 0, line: [] }
    this.#halls.set(name, hall)
    if (hall.inside < this.most) hall.inside += 1
    else await new Promise<void>((resolve) => hall.line.push(resolve))
    try {
      return await work()
    } finally {
      this.#leave(name, hall)
    }
  }

  /** The next in line takes the place. */
  #leave(name: string, hall: Hall): void {
    const next = hall.line.shift()
    if (next) return next()
    hall.inside -= 1
    if (hall.inside === 0) this.#halls.delete(name)
  }
}

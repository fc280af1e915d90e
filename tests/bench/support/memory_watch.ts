import { setTimeout as pause } from 'node:timers/promises'
import { ownMemory } from './backends.js'

const EVERY_MS = 500

/** How much memory of their own processes hold at most while something goes on, in MB. */
export class MemoryWatch<Name extends string> {
  readonly #idle = new Map<Name, number>()
  readonly #most = new Map<Name, number>()
  #isOver = false

  private constructor(private readonly pids: Record<Name, number>) {}

  static async begin<Name extends string>(pids: Record<Name, number>): Promise<MemoryWatch<Name>> {
    const watch = new MemoryWatch(pids)
    await watch.#note(watch.#idle)
    void watch.#watch()
    return watch
  }

  /** As `web 180 MB, at most 240 MB`. */
  end(): string {
    this.#isOver = true
    const parts = [...this.#idle].map(([name, idle]) => {
      const most = Math.max(idle, this.#most.get(name) ?? 0)
      return `${name} ${idle.toFixed(0)} MB, at most ${most.toFixed(0)} MB`
    })
    return parts.join('; ')
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      await this.#note(this.#most)
      await pause(EVERY_MS)
    }
  }

  async #note(figures: Map<Name, number>): Promise<void> {
    for (const [name, pid] of Object.entries<number>(this.pids)) {
      const held = await ownMemory(pid)
      figures.set(name as Name, Math.max(held, figures.get(name as Name) ?? 0))
    }
  }
}

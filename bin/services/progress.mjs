const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
const REMINDER_MS = 20_000

/**
 * Progress lines: one per step when it ends, with its time. On a terminal a moving line says what is
 * being waited for; elsewhere a plain line does so every twenty seconds.
 */
export class Progress {
  #running = new Map()
  #frame = 0
  #timer = null
  #drawn = false

  constructor(output = process.stdout) {
    this.output = output
    this.isLive = Boolean(output.isTTY) && !process.env.CI
  }

  /** Runs one step. What `work` returns as a string is shown in place of the name. */
  async step(name, work) {
    const startedAt = performance.now()
    try {
      const result = await this.whileRunning(name, work)
      this.end(typeof result === 'string' ? result : name, { startedAt, isGood: true })
      return result
    } catch (error) {
      this.end(name, { startedAt, isGood: false })
      throw error
    }
  }

  /** Shows what is being waited for, and leaves the line at its end to the caller. */
  async whileRunning(name, work) {
    this.#begin(name)
    try {
      return await work()
    } finally {
      this.#finish(name)
    }
  }

  end(text, { startedAt, isGood }) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    this.say(`  ${this.#sign(isGood)} ${text.padEnd(56)} ${seconds.padStart(6)} s`)
  }

  say(text = '') {
    this.#erase()
    this.output.write(`${text}\n`)
  }

  #begin(name) {
    this.#running.set(name, performance.now())
    this.#timer ??= setInterval(() => this.#draw(), this.isLive ? FRAME_MS : REMINDER_MS)
    this.#timer.unref()
  }

  #finish(name) {
    this.#running.delete(name)
    if (this.#running.size > 0) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #draw() {
    if (!this.isLive) return this.#remind()
    const [[, since]] = this.#running
    const seconds = Math.floor((performance.now() - since) / 1000)
    const text = `${[...this.#running.keys()].join(', ')} … ${seconds} s`
    this.#frame = (this.#frame + 1) % FRAMES.length
    this.#erase()
    this.output.write(`  ${FRAMES[this.#frame]} ${text.slice(0, (this.output.columns ?? 80) - 5)}`)
    this.#drawn = true
  }

  #remind() {
    for (const [name, since] of this.#running) {
      const seconds = Math.round((performance.now() - since) / 1000)
      this.output.write(`    ${name} … ${seconds} s\n`)
    }
  }

  #sign(isGood) {
    const sign = isGood ? '✓' : '✗'
    return this.output.isTTY ? `\u001b[${isGood ? 32 : 31}m${sign}\u001b[0m` : sign
  }

  #erase() {
    if (!this.#drawn) return
    this.output.write('\r\u001b[2K')
    this.#drawn = false
  }
}

export const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text)
export const dim = (text) => (process.stdout.isTTY ? `\u001b[2m${text}\u001b[0m` : text)

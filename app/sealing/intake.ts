import { availableParallelism } from 'node:os'
import { hasHead } from './upload/file_start.js'
import { IntakeChild, type IntakeLimits } from './upload/intake_child.js'
import IntakeBusy from './errors/intake_busy.js'
import PdfMalformed from './errors/pdf_malformed.js'
import type { Examined } from './upload/examination.js'
import type { Stamping } from './upload/stamp_check.js'

const MAX_WAITING = 100
const IDLE_MS = 60_000

export interface IntakeOptions extends IntakeLimits {
  maxProcesses: number
}

export type { ActiveKind } from './upload/active_content.js'
export type { Stamping } from './upload/stamp_check.js'

interface Waiting {
  resolve: (child: IntakeChild) => void
  reject: (error: unknown) => void
}

/**
 * The gate that every upload passes: examined in a process of its own, which has no secrets, a
 * limit of memory and time, and is replaced when it breaks one. One stays warm once `warm` was
 * called or an upload came; more are started while uploads wait.
 */
export class Intake {
  #children = new Set<IntakeChild>()
  #idle: IntakeChild[] = []
  #waiting: Waiting[] = []
  #rest: NodeJS.Timeout | undefined
  #options: IntakeOptions

  constructor(options: Partial<IntakeOptions> = {}) {
    this.#options = {
      deadlineMs: 15_000,
      maxResidentBytes: 768 * 2 ** 20,
      maxProcesses: Math.max(1, Math.min(4, availableParallelism())),
      ...options,
    }
  }

  /** Has a process ready before the first upload comes. */
  async warm() {
    const child = this.#idle[0] ?? (this.#children.size === 0 ? this.#start() : undefined)
    await child?.ready
  }

  /**
   * @param bytes  a PDF as it was received; not changed
   * @returns the canonical bytes, which are what signers are shown and what is sealed
   * @throws E_PDF_MALFORMED, E_PDF_ENCRYPTED, E_PDF_ALREADY_SIGNED, E_PDF_UNSAFE, E_TOO_MANY_PAGES (422),
   *   E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async examine(bytes: Uint8Array, { maxPages = 500 } = {}): Promise<Examined> {
    if (!hasHead(bytes)) {
      throw new PdfMalformed('its first bytes are not those of a PDF')
    }
    const child = await this.#take()
    try {
      return await child.examine(bytes, maxPages)
    } finally {
      this.#giveBack(child)
    }
  }

  /**
   * Has a sealed file drawn by an engine that had no part in making it.
   *
   * @throws E_SEAL_IMPOSSIBLE when a mark does not show, or something else has changed; E_SEAL_FAILED, E_INTAKE_BUSY
   */
  async check(sealed: Uint8Array, stamping: Stamping): Promise<void> {
    const child = await this.#take()
    try {
      await child.check(sealed, stamping)
    } finally {
      this.#giveBack(child)
    }
  }

  /** Ends all processes; another upload starts them again. */
  close() {
    clearTimeout(this.#rest)
    for (const child of this.#children) child.kill()
    this.#children.clear()
    this.#idle = []
  }

  async #take(): Promise<IntakeChild> {
    for (let child = this.#idle.pop(); child; child = this.#idle.pop()) {
      if (child.isAlive) return this.#started(child)
      this.#children.delete(child)
    }
    if (this.#children.size < this.#options.maxProcesses) return this.#started(this.#start(false))
    if (this.#waiting.length >= MAX_WAITING) throw new IntakeBusy()
    const child = await new Promise<IntakeChild>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
    return this.#started(child)
  }

  async #started(child: IntakeChild) {
    try {
      await child.ready
      return child
    } catch (error) {
      this.#giveBack(child)
      throw error
    }
  }

  #start(idle = true): IntakeChild {
    const child = new IntakeChild(this.#options)
    this.#children.add(child)
    if (idle) this.#idle.push(child)
    return child
  }

  #giveBack(child: IntakeChild) {
    if (!child.isAlive || child.isWorn) {
      child.kill()
      this.#children.delete(child)
      if (this.#waiting.length > 0) this.#waiting.shift()!.resolve(this.#start(false))
      else if (this.#children.size === 0) this.#start()
      return
    }
    const next = this.#waiting.shift()
    if (next) return next.resolve(child)
    this.#idle.push(child)
    this.#restLater()
  }

  /** After a rush all but one process are let go. */
  #restLater() {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      while (this.#idle.length > 1) {
        const child = this.#idle.shift()!
        child.kill()
        this.#children.delete(child)
      }
    }, IDLE_MS).unref()
  }
}

export const intake = new Intake()

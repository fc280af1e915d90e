import { availableParallelism } from 'node:os'
import { hasHead } from './file_start.js'
import { Semaphore } from '#app/foundation/semaphore'
import { IntakeChild, type IntakeLimits } from './intake_child.js'
import { Pace } from './pace.js'
import IntakeBusy from '../errors/intake_busy.js'
import PdfMalformed from '../errors/pdf_malformed.js'
import type { ExaminedFile, TrustedRoots } from '../verifier/seal_report.js'
import type { UnclearMark } from '../plates.js'
import type { Examined } from './examined.js'
import type { Stamping } from './second_engine/stamp_check.js'
import type { FoundText, SoughtText } from './second_engine/found_texts.js'
import type { TextTag } from './second_engine/text_tags.js'

const MAX_WAITING = 100
const IDLE_MS = 60_000
/** What is sealed waits longer than a client would: it is nearly done. */
const CHECK_WAIT_MS = 60_000

export interface IntakeOptions extends IntakeLimits {
  maxProcesses: number
  /** Until an upload's turn: clients give up after thirty seconds, and the upload itself may take half of them. */
  maxWaitMs: number
  /** How long processes stay that nobody needs. */
  idleMs: number
}

export type { ActiveKind } from './content/active_content.js'
export type { Stamping } from './second_engine/stamp_check.js'
export type { FoundText, SoughtText, TextPlace } from './second_engine/found_texts.js'
export type { TextTag } from './second_engine/text_tags.js'

/**
 * The gate that every upload passes: examined in a process of its own, which has no secrets, a
 * limit of memory and time, and is replaced when it breaks one. More are started while uploads
 * wait, and let go after a rush; one stays once `warm` was called.
 */
export class Intake {
  #children = new Set<IntakeChild>()
  #idle: IntakeChild[] = []
  #slots: Semaphore
  #rest: NodeJS.Timeout | undefined
  #isKeptWarm = false
  #pace = new Pace()
  #options: IntakeOptions

  constructor(options: Partial<IntakeOptions> = {}) {
    this.#options = {
      deadlineMs: 15_000,
      maxResidentBytes: 768 * 2 ** 20,
      maxWaitMs: 10_000,
      // two where there is one core as well: no upload waits until a stranger's file is checked
      maxProcesses: Math.max(2, Math.min(4, availableParallelism())),
      idleMs: IDLE_MS,
      ...options,
    }
    this.#slots = new Semaphore(this.#options.maxProcesses)
  }

  get maxProcesses(): number {
    return this.#options.maxProcesses
  }

  /** Has a process ready before the first upload comes, and one from then on. */
  async warm() {
    this.#isKeptWarm = true
    const child = this.#idle[0] ?? this.#startFirst()
    await child?.ready
  }

  /** Somebody will need a process soon: where there is none, it starts meanwhile. */
  expect() {
    this.#startFirst()
    this.#restLater()
  }

  /**
   * @param bytes  a PDF as it was received; not changed
   * @returns the canonical bytes, which are what signers are shown and what is sealed
   * @throws PdfMalformed, PdfEncrypted, PdfAlreadySigned, PdfUnsafe, TooManyPages (422),
   *   E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async examine(bytes: Uint8Array, { maxPages = 500 } = {}): Promise<Examined> {
    if (!hasHead(bytes)) {
      throw new PdfMalformed('its first bytes are not those of a PDF')
    }
    return this.#timed((child) => child.examine(bytes, maxPages))
  }

  /**
   * Puts the pages of several files behind one another, in a form that signers can be shown.
   *
   * @param files  what `examine` returned of each
   * @throws PdfMalformed, TooManyPages (422), E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async join(files: readonly Uint8Array[], { maxPages = 500 } = {}): Promise<Examined> {
    return this.#timed((child) => child.join(files, maxPages))
  }

  /**
   * Has a sealed file drawn by an engine that had no part in making it.
   *
   * @returns the marks that a light plate may help
   * @throws E_SEAL_IMPOSSIBLE when a mark does not show, or something else has changed; E_SEAL_FAILED, E_INTAKE_BUSY
   */
  async check(sealed: Uint8Array, stamping: Stamping): Promise<UnclearMark[]> {
    const child = await this.#take(CHECK_WAIT_MS)
    try {
      return await child.check(sealed, stamping)
    } finally {
      this.#giveBack(child)
    }
  }

  /**
   * Says what a seal proves about a file, which may be anything, and takes out the audit trail that it covers.
   *
   * @throws PdfMalformed where it takes too much to read; E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async verify(bytes: Uint8Array, roots: TrustedRoots): Promise<ExaminedFile> {
    const child = await this.#take(this.#options.maxWaitMs)
    try {
      return await child.verify(bytes, roots)
    } finally {
      this.#giveBack(child)
    }
  }

  /**
   * Finds the text tags of a file.
   *
   * @param canonical  what `examine` returned
   * @throws PdfMalformed where it takes too much to read; E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async tags(canonical: Uint8Array): Promise<TextTag[]> {
    const child = await this.#take(this.#options.maxWaitMs)
    try {
      return await child.tags(canonical)
    } finally {
      this.#giveBack(child)
    }
  }

  /**
   * Finds texts on the pages of a file.
   *
   * @param canonical  what `examine` returned
   * @returns what was found of each text that is sought, in their order
   * @throws PdfMalformed where it takes too much to read; E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async find(canonical: Uint8Array, sought: readonly SoughtText[]): Promise<FoundText[]> {
    const child = await this.#take(this.#options.maxWaitMs)
    try {
      return await child.find(canonical, sought)
    } finally {
      this.#giveBack(child)
    }
  }

  /**
   * Draws one page for readers who cannot wait for the file.
   *
   * @param canonical  what `examine` returned
   * @param page  from 1
   * @returns WebP
   * @throws PdfMalformed where it cannot be drawn; E_INTAKE_BUSY, E_INTAKE_KILLED (503)
   */
  async picture(canonical: Uint8Array, page: number): Promise<Buffer> {
    const child = await this.#take(this.#options.maxWaitMs)
    try {
      return await child.picture(canonical, page)
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

  async #timed<T>(work: (child: IntakeChild) => Promise<T>): Promise<T> {
    const child = await this.#take(this.#options.maxWaitMs)
    const takenAt = performance.now()
    try {
      return await work(child)
    } finally {
      this.#pace.took(performance.now() - takenAt)
      this.#giveBack(child)
    }
  }

  /** @throws E_INTAKE_BUSY at once when its turn would come too late, and after that long when it did not come after all */
  async #take(maxWaitMs: number): Promise<IntakeChild> {
    if (this.#slots.isFull && this.#isTooLong(maxWaitMs)) throw new IntakeBusy()
    if (!(await this.#slots.acquire(maxWaitMs))) throw new IntakeBusy()
    const child = this.#idleChild() ?? this.#start(false)
    try {
      await child.ready
      return child
    } catch (error) {
      this.#giveBack(child)
      throw error
    }
  }

  #isTooLong(maxWaitMs: number): boolean {
    const { waiting } = this.#slots
    const waitMs = this.#pace.waitMs(waiting + 1, this.#options.maxProcesses)
    return waiting >= MAX_WAITING || waitMs > maxWaitMs
  }

  #idleChild(): IntakeChild | undefined {
    for (let child = this.#idle.pop(); child; child = this.#idle.pop()) {
      if (child.isAlive) return child
      this.#children.delete(child)
    }
    return undefined
  }

  #startFirst(): IntakeChild | undefined {
    return this.#children.size === 0 ? this.#start() : undefined
  }

  #start(idle = true): IntakeChild {
    const child = new IntakeChild(this.#options)
    this.#children.add(child)
    if (idle) this.#idle.push(child)
    return child
  }

  #giveBack(child: IntakeChild) {
    if (child.isAlive && !child.isExhausted) {
      this.#idle.push(child)
      this.#restLater()
    } else {
      child.kill()
      this.#children.delete(child)
      if (this.#isKeptWarm) this.#startFirst()
    }
    this.#slots.release()
  }

  /** After a rush all processes are let go but the one that stays. */
  #restLater() {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      while (this.#idle.length > (this.#isKeptWarm ? 1 : 0)) {
        const child = this.#idle.shift()!
        child.kill()
        this.#children.delete(child)
      }
    }, this.#options.idleMs).unref()
  }
}

export const intake = new Intake()

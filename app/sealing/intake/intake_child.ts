import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { ownModule } from '#app/foundation/processes/own_module'
import { FramedSocket } from './framed_socket.js'
import { wasKilled } from '#app/foundation/processes/process_end'
import { residentBytes } from '#app/foundation/processes/process_memory'
import { refusal, type IntakeAnswer, type IntakeQuestion } from './intake_messages.js'
import IntakeBusy from '../errors/intake_busy.js'
import IntakeKilled from '../errors/intake_killed.js'
import PdfMalformed from '../errors/pdf_malformed.js'
import SealFailed from '../errors/seal_failed.js'
import SealImpossible from '../errors/seal_impossible.js'
import type { Examined } from './examined.js'
import { portableRoots } from '../verifier/portable_roots.js'
import type { ExaminedFile, TrustedRoots } from '../verifier/seal_report.js'
import type { UnclearMark } from '../plates.js'
import type { Stamping } from './second_engine/stamp_check.js'
import type { FoundText, SoughtText } from './second_engine/found_texts.js'
import type { TextTag } from './second_engine/text_tags.js'

export interface IntakeLimits {
  deadlineMs: number
  maxResidentBytes: number
}

/** How long an answer may take, and what it means when none comes. */
interface Limit {
  timeoutMs: number
  failure: (reason: string) => Error
}

const HEAP_MIB = 512
const WATCH_EVERY_MS = 20
const START_TIMEOUT_MS = 30_000
/** A hundred pages with marks take a second or two; nobody waits for this at a browser. */
const CHECK_TIMEOUT_MS = 60_000
/** Names and references of every file stay in the parser's pools: renewed before that matters. */
const MAX_FILES = 200
/** A process that has drawn some pages keeps 200 MB, a tenth of them for PDFium. */
const MAX_KEPT_BYTES = 384 * 2 ** 20
/** Well within the processor time that the shell allows it. */
const MAX_BUSY_MS = 120_000

/**
 * The shell sets what outlives us, and becomes Node: no memory image with a customer's document is
 * ever written to disk, and an upload that never ends does so when nobody is left to kill it.
 */
const LIMITED = 'ulimit -c 0; ulimit -t 300; exec "$0" "$@"'

/** For glibc: several threads would keep 5 MB of freed memory in arenas of their own. */
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' }

/** One process that reads one file at a time, an upload or what was sealed, watched from here and killed on a breach. */
export class IntakeChild {
  readonly ready: Promise<void>
  #process: ChildProcess
  #frames: FramedSocket<IntakeAnswer>
  #answered: (answer: IntakeAnswer, body: Buffer) => void = () => {}
  #gone: Promise<[code: number | null, signal: NodeJS.Signals | null]>
  #files = 0
  #busyMs = 0
  /** Why it was killed. */
  #breach: string | null = null
  isAlive = true

  constructor(readonly limits: IntakeLimits) {
    const { url, execArgv } = ownModule('./intake_process', import.meta.url)
    const argv = [...execArgv, `--max-old-space-size=${HEAP_MIB}`, fileURLToPath(url)]
    this.#process = spawn('/bin/sh', ['-c', LIMITED, process.execPath, ...argv], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      env: { NODE_ENV: process.env.NODE_ENV ?? 'production', ...ONE_ARENA },
    })
    const socket = this.#process.stdio[3] as Socket
    // writing to a killed child fails, and its exit tells more about why
    socket.on('error', () => {})
    this.#frames = new FramedSocket(socket, (answer, body) => this.#answered(answer, body))
    this.#gone = this.#end()
    this.#gone.catch(() => {})
    this.#process.unref()
    socket.unref()
    this.ready = this.#start()
    this.ready.catch(() => {})
  }

  get isExhausted() {
    const resident = this.#process.pid ? residentBytes(this.#process.pid) : null
    const isUsedUp = this.#files >= MAX_FILES || this.#busyMs >= MAX_BUSY_MS
    return isUsedUp || (resident ?? 0) > MAX_KEPT_BYTES
  }

  /** @throws the refusals of `examine`; a breach of the limits kills the process and is one, too. E_INTAKE_KILLED (503) */
  async examine(bytes: Uint8Array, maxPages: number): Promise<Examined> {
    return this.#examined({ kind: 'examine', maxPages }, bytes)
  }

  /** @throws the refusals of `join`; a breach of the limits kills the process and is one, too. E_INTAKE_KILLED (503) */
  async join(files: readonly Uint8Array[], maxPages: number): Promise<Examined> {
    const lengths = files.map(({ length }) => length)
    return this.#examined({ kind: 'join', maxPages, lengths }, Buffer.concat(files))
  }

  /** @throws E_SEAL_IMPOSSIBLE, and E_SEAL_FAILED on a breach of the limits */
  async check(sealed: Uint8Array, stamping: Stamping): Promise<UnclearMark[]> {
    const { answer } = await this.#ask({ kind: 'check', stamping }, sealed, {
      timeoutMs: CHECK_TIMEOUT_MS,
      failure: (reason) => new SealFailed(`it could not be looked at (${reason})`),
    })
    if (answer.kind === 'checked') return answer.unclear
    const { code, message } = answer.kind === 'refused' ? answer : { code: null, message: '' }
    if (code === SealImpossible.code) throw Object.assign(new SealImpossible(''), { message })
    throw new SealFailed(`the look at it failed (${message})`)
  }

  /** @throws PdfMalformed on a breach of the limits; E_INTAKE_KILLED (503) */
  async verify(bytes: Uint8Array, roots: TrustedRoots): Promise<ExaminedFile> {
    const question = { kind: 'verify', roots: portableRoots(roots) } as const
    const { answer, body } = await this.#ask(question, bytes, this.#reading)
    if (answer.kind === 'verified')
      return { report: answer.report, trail: answer.hasTrail ? body : null }
    throw refusal(answer, 0)
  }

  /** @throws PdfMalformed on a breach of the limits; E_INTAKE_KILLED (503) */
  async tags(canonical: Uint8Array): Promise<TextTag[]> {
    const { answer } = await this.#ask({ kind: 'tags' }, canonical, this.#reading)
    if (answer.kind === 'tagged') return answer.tags
    throw refusal(answer, 0)
  }

  /** @throws PdfMalformed on a breach of the limits; E_INTAKE_KILLED (503) */
  async find(canonical: Uint8Array, sought: readonly SoughtText[]): Promise<FoundText[]> {
    const { answer } = await this.#ask({ kind: 'find', sought }, canonical, this.#reading)
    if (answer.kind === 'found') return answer.found
    throw refusal(answer, 0)
  }

  /** @throws PdfMalformed on a breach of the limits; E_INTAKE_KILLED (503) */
  async picture(canonical: Uint8Array, page: number): Promise<Buffer> {
    const { answer, body } = await this.#ask({ kind: 'picture', page }, canonical, this.#reading)
    if (answer.kind === 'drawn') return body
    throw refusal(answer, 0)
  }

  async #examined(
    question: IntakeQuestion & { maxPages: number },
    bytes: Uint8Array
  ): Promise<Examined> {
    const { answer, body } = await this.#ask(question, bytes, this.#reading)
    if (answer.kind === 'examined') {
      const { pageCount, pages, removed, signatures } = answer
      return { canonical: body, pageCount, pages, removed, signatures }
    }
    throw refusal(answer, question.maxPages)
  }

  /** Of what somebody waits for: a file that breaks it is one that cannot be used. */
  get #reading(): Limit {
    return {
      timeoutMs: this.limits.deadlineMs,
      failure: (reason) => new PdfMalformed(reason),
    }
  }

  kill() {
    this.isAlive = false
    this.#process.kill('SIGKILL')
  }

  async #end() {
    try {
      const [code, signal] = await once(this.#process, 'exit')
      return [code, signal] as [number | null, NodeJS.Signals | null]
    } finally {
      this.isAlive = false
    }
  }

  /** @throws E_INTAKE_BUSY: nothing is wrong with the upload that waits for this */
  async #start() {
    const ready = new Promise<void>((resolve) => (this.#answered = () => resolve()))
    try {
      await this.#unlessGone(ready, 'it did not start in time', {
        timeoutMs: START_TIMEOUT_MS,
        failure: (reason) => new Error(reason),
      })
    } catch (cause) {
      throw new IntakeBusy({ cause })
    }
  }

  async #ask(question: IntakeQuestion, bytes: Uint8Array, limit: Limit) {
    const answered = new Promise<{ answer: IntakeAnswer; body: Buffer }>((resolve) => {
      this.#answered = (answer, body) => resolve({ answer, body })
    })
    this.#frames.send(question, bytes)
    this.#files++
    const askedAt = performance.now()
    const watch = setInterval(() => this.#watchMemory(), WATCH_EVERY_MS)
    try {
      return await this.#unlessGone(answered, 'it takes too long to read', limit)
    } finally {
      clearInterval(watch)
      this.#busyMs += performance.now() - askedAt
    }
  }

  #watchMemory() {
    const resident = this.#process.pid ? residentBytes(this.#process.pid) : null
    if (resident === null || resident <= this.limits.maxResidentBytes) return
    this.#breach = 'it takes too much memory to read'
    this.kill()
  }

  async #unlessGone<Result>(work: Promise<Result>, tooLate: string, { timeoutMs, failure }: Limit) {
    const timer = setTimeout(() => {
      this.#breach = tooLate
      this.kill()
    }, timeoutMs)
    const gone = this.#gone.then(([, signal]) => {
      if (this.#breach === null && wasKilled(signal)) throw new IntakeKilled(signal)
      throw failure(this.#breach ?? 'reading it brought the reader down')
    })
    try {
      return await Promise.race([work, gone])
    } finally {
      clearTimeout(timer)
    }
  }
}

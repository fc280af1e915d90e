import type { KeyObject } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { parseHead, type LogHead } from './log_head.js'
import { isConsistent } from './merkle_proof.js'
import { cosignatureLine, NoteVerifier, parseNote, type SignedNote } from './signed_note.js'

const MAX_PATH = 63
const HASH_LINE = /^[A-Za-z0-9+/]{43}=$/

export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422
  body: string
  /** Of the size that the witness has seen, where that is the answer. */
  isSize?: boolean
}

/** What a witness has seen last, of each log; written before a signature is given away. */
export interface WitnessMemory {
  last(origin: string): Promise<LogHead | null>
  keep(head: LogHead): Promise<void>
}

interface Request {
  old: number
  path: Buffer[]
  note: SignedNote
  head: LogHead
}

/**
 * Signs heads of logs that it knows, as long as each continues the one before (C2SP tlog-witness). A log that shows different
 * histories, or cuts its end off, gets no signature.
 */
export class LogWitness {
  /** Of one log, one at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    readonly name: string,
    private key: KeyObject,
    private logs: readonly NoteVerifier[],
    private memory: WitnessMemory
  ) {}

  /** The key under which others know it. */
  get verifier(): NoteVerifier {
    return NoteVerifier.of(this.name, 'cosignature', this.key)
  }

  /** @param body  of POST /add-checkpoint */
  take(body: string): Promise<WitnessAnswer> {
    const answer = this.#turn.then(() => this.#take(body))
    this.#turn = answer.catch(() => {})
    return answer
  }

  async #take(body: string): Promise<WitnessAnswer> {
    const request = parse(body)
    if (!request) return { status: 400, body: 'This is not a request of a log.\n' }
    const { old, path, note, head } = request
    const log = this.logs.find(({ name }) => name === head.origin)
    if (!log) return { status: 404, body: 'No such log is known here.\n' }
    if (!log.hasSigned(note)) return { status: 403, body: 'The log has not signed this.\n' }
    if (old > head.size) return { status: 400, body: 'The old size is above the new one.\n' }
    const seen = (await this.memory.last(head.origin)) ?? { ...head, size: 0, root: head.root }
    if (old !== seen.size) return { status: 409, body: `${seen.size}\n`, isSize: true }
    if (old === head.size && old > 0 && !seen.root.equals(head.root))
      return { status: 409, body: `${seen.size}\n`, isSize: true }
    if (!isConsistent(seen, head, path))
      return { status: 422, body: 'The log does not continue what was seen of it.\n' }
    await this.memory.keep(head)
    const seconds = Math.floor(clock.now().getTime() / 1000)
    return {
      status: 200,
      body: `${cosignatureLine(note.text, seconds, { name: this.name, key: this.key })}\n`,
    }
  }
}

function parse(body: string): Request | null {
  const end = body.indexOf('\n\n')
  const [first, ...hashes] = body.slice(0, end).split('\n')
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1]
  const note = parseNote(body.slice(end + 2))
  const head = note && parseHead(note.text)
  const isPath = hashes.length <= MAX_PATH && hashes.every((hash) => HASH_LINE.test(hash))
  if (end === -1 || old === undefined || !note || !head || !isPath) return null
  return { old: Number(old), path: hashes.map((hash) => Buffer.from(hash, 'base64')), note, head }
}

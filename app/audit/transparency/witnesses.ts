import logger from '@adonisjs/core/services/logger'
import { clock } from '#app/foundation/clock'
import { publicHttp, type PublicHttp } from '#app/foundation/outbound/public_http'
import type { Cell } from '#app/tenancy/cell'
import { consistencyPath } from './merkle_proof.js'
import { witnessAnswers } from './witness_figures.js'
import { NoteVerifier, parseNote, parseSignature } from './signed_note.js'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 16 * 1024
const MAX_QUOTED = 200

/** Somebody else who remembers our heads, and signs those that continue what they have seen (C2SP tlog-witness). */
export interface Witness {
  key: NoteVerifier
  url: string
}

interface Head {
  size: number
  note: string
}

type Http = Pick<PublicHttp, 'request'>

/** `KEY@URL`, several with commas. @throws RangeError for what is none: no process starts with one */
export function witnessesFrom(text: string): Witness[] {
  const parts = text.split(/[\s,]+/).filter(Boolean)
  return parts.map((part) => {
    const at = part.indexOf('@http')
    const key = NoteVerifier.parse(part.slice(0, at))
    const url = part.slice(at + 1)
    if (key?.algorithm !== 'cosignature' || !URL.canParse(url))
      throw new RangeError(`LOG_WITNESSES lists witnesses as KEY@URL, not ${part}`)
    return { key, url: url.replace(/\/$/, '') }
  })
}

/**
 * Shows the newest head to each witness that has not signed it. One that is away, or refuses, is asked again the next time, and keeps
 * no other from being asked.
 */
export async function askWitnesses(
  cell: Cell,
  witnesses: readonly Witness[],
  http: Http = publicHttp
): Promise<void> {
  if (witnesses.length === 0) return
  const [head, signed] = await readHead(cell)
  if (!head) return
  let read: Promise<Buffer[]> | undefined
  const hashes = () => (read ??= readLeaves(cell, head))
  for (const witness of witnesses) {
    const { name } = witness.key
    if (signed.has(name)) continue
    try {
      const line = await new Asking(witness, head, hashes, http).run()
      await keep(cell, head, name, line)
      witnessAnswers.inc({ outcome: 'signed' })
    } catch (err) {
      const about = { err, witness: name, cell: cell.name }
      const isContradiction = err instanceof Contradiction
      witnessAnswers.inc({ outcome: isContradiction ? 'contradicted' : 'failed' })
      if (!isContradiction) logger.warn(about, 'log: a witness has not signed')
      else logger.error({ ...about, alarm: 'evidence' }, 'log: a witness has seen another history')
    }
  }
}

function readHead(cell: Cell): Promise<[head: Head | undefined, signed: Set<string>]> {
  return cell.as('relay', async (client) => {
    const heads = await client.query<Head>(
      'select size, note from cell.log_heads order by size desc limit 1'
    )
    const head = heads.rows[0]
    const signed = await client.query<{ witness: string }>(
      'select witness from cell.log_cosignatures where size = $1',
      [head?.size ?? 0]
    )
    return [head, new Set(signed.rows.map(({ witness }) => witness))]
  })
}

/** Of the whole log, for a witness that has seen another head: nobody else needs them. */
function readLeaves(cell: Cell, { size }: Head): Promise<Buffer[]> {
  return cell.as('relay', async (client) => {
    const { rows } = await client.query<{ hash: string }>(
      'select hash from cell.log_leaves where number <= $1 order by number',
      [size]
    )
    return rows.map(({ hash }) => Buffer.from(hash, 'hex'))
  })
}

/** What it has seen is not the beginning of what we have. */
class Contradiction extends Error {}

class Asking {
  constructor(
    private witness: Witness,
    private head: Head,
    private hashes: () => Promise<readonly Buffer[]>,
    private http: Http
  ) {}

  /** @returns the line of its signature. It says itself what it has seen last. */
  async run(): Promise<string> {
    const first = await this.#post(this.head.size)
    if (first.status !== 409) return this.#lineIn(first)
    const seen = Number(first.body)
    if (!Number.isSafeInteger(seen) || seen < 0 || seen > this.head.size)
      throw new Contradiction(`it has seen ${seen} leaves, and we have ${this.head.size}`)
    const second = await this.#post(seen)
    if (second.status === 409 || second.status === 422)
      throw new Contradiction(`it has seen other leaves: ${second.body.slice(0, MAX_QUOTED)}`)
    return this.#lineIn(second)
  }

  async #post(old: number): Promise<{ status: number; body: string }> {
    const path = await this.#pathFrom(old)
    const { status, body } = await this.http.request({
      url: `${this.witness.url}/add-checkpoint`,
      purpose: 'witness',
      method: 'POST',
      body: [`old ${old}`, ...path, '', this.head.note].join('\n'),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return { status, body: Buffer.from(body).toString('utf8').trim() }
  }

  async #pathFrom(old: number): Promise<string[]> {
    if (old === 0 || old === this.head.size) return [] // RFC 9162, 2.1.4.1: nothing is to be shown
    return consistencyPath(await this.hashes(), old).map((hash) => hash.toString('base64'))
  }

  #lineIn({ status, body }: { status: number; body: string }): string {
    if (status !== 200) throw new Error(`it answered ${status}: ${body.slice(0, MAX_QUOTED)}`)
    const { text } = parseNote(this.head.note)!
    const line = body.split('\n').find((one) => {
      const signature = parseSignature(one)
      return signature && this.witness.key.hasSigned({ text, signatures: [signature] })
    })
    if (!line) throw new Error('its answer has no signature of its key')
    return line
  }
}

async function keep(cell: Cell, { size }: Head, witness: string, line: string): Promise<void> {
  await cell.as('relay', (client) =>
    client.query(
      `insert into cell.log_cosignatures (size, witness, line, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
      [size, witness, line, clock.now()]
    )
  )
}

import type pg from 'pg'
import type { Cell } from '#app/tenancy/cell'
import { leaf, statement, type Checkpoint, type Link } from './checkpoint.js'
import { CheckpointCopies, type OvertakenCopies } from './checkpoint_copies.js'
import { CheckpointKey } from './checkpoint_key.js'
import type { Span } from './checkpoints.js'
import { merkleRoot } from './merkle_tree.js'
import { passedOver } from './passed_over.js'

/** @throws when the token is not a time stamp about these bytes */
export type ProveStamp = (token: Uint8Array, stamped: Uint8Array) => unknown

export interface CheckpointFinding {
  number: number
  message: string
}

export interface CheckpointVerdict {
  cell: string
  checkpoints: number
  stamped: number
  copies: number
  findings: CheckpointFinding[]
  /** Copies that a restore to an earlier moment has set aside: no finding, and told each time. */
  overtaken: OvertakenCopies[]
  /** Of which a checkpoint binds only the links that were dated earliest, and no later one binds all. */
  partial: Span[]
}

/** A link, and the time that PostgreSQL's clock said. */
type DatedLink = Link & { logged_at: Date }

/** What a checkpoint says that it binds. */
type BoundSpan = Span & Pick<Checkpoint, 'leaves'>

type StoredCheckpoint = Checkpoint & { time_stamp: Buffer | null }

/** Checkpoints that are held in memory at a time; their stamps take some 5 kB each. */
const BATCH = 200

const LINKS = `
  select position, scope, chain, sequence, hash, logged_at from cell.chain_log
   where position between $1 and $2 order by position`

const LATER = `
  select first_position as first, last_position as last, leaves from cell.checkpoints
   where number > $1 and first_position >= $2 and last_position <= $3`

/** Holds every checkpoint of a cell against the log, its signature, its time stamp, the one before, and its copy outside the database. */
export class CheckpointVerification {
  #client!: pg.Client
  #key!: CheckpointKey
  #verdict: CheckpointVerdict
  #copies: CheckpointCopies | null
  #kept: Awaited<ReturnType<CheckpointCopies['kept']>> = { json: new Set(), tst: new Set() }
  #previous?: StoredCheckpoint

  private constructor(
    private cell: Cell,
    private proveStamp: ProveStamp
  ) {
    this.#verdict = {
      cell: cell.name,
      checkpoints: 0,
      stamped: 0,
      copies: 0,
      findings: [],
      overtaken: [],
      partial: [],
    }
    this.#copies = CheckpointCopies.of(cell)
  }

  static async run(cell: Cell, proveStamp: ProveStamp): Promise<CheckpointVerdict> {
    return new CheckpointVerification(cell, proveStamp).#run()
  }

  async #run(): Promise<CheckpointVerdict> {
    this.#key = await CheckpointKey.current()
    // what is outside was in the database before: listed first, it must be in the snapshot
    if (this.#copies) {
      this.#kept = await this.#copies.kept()
      this.#verdict.overtaken = await this.#copies.overtaken()
    }
    this.#verdict.copies = this.#kept.json.size
    const gone = await this.cell.as('relay', async (client) => {
      this.#client = client
      await client.query('begin isolation level repeatable read read only')
      return this.#checkAll()
    })
    for (const number of gone)
      this.#find(number, 'it is gone from the database, and its copy outside is there')
    return this.#verdict
  }

  /** @returns the numbers of copies that no row was found for */
  async #checkAll(): Promise<Set<number>> {
    const gone = new Set(this.#kept.json)
    for (let batch = await this.#after(0); batch.length > 0;) {
      for (const row of batch) {
        await this.#check(row)
        gone.delete(row.number)
      }
      batch = await this.#after(batch.at(-1)!.number)
    }
    await this.#checkPassedOver()
    return gone
  }

  async #after(number: number): Promise<StoredCheckpoint[]> {
    const text = 'select * from cell.checkpoints where number > $1 order by number limit $2'
    return (await this.#client.query<StoredCheckpoint>(text, [number, BATCH])).rows
  }

  async #check(row: StoredCheckpoint): Promise<void> {
    const { number } = row
    this.#verdict.checkpoints += 1
    if (!this.#key.verify(statement(row), row.signature))
      this.#find(number, 'its signature is not ours')
    if (row.previous_root !== (this.#previous?.root ?? null))
      this.#find(number, 'it does not follow the checkpoint before it')
    if (number !== (this.#previous?.number ?? 0) + 1)
      this.#find(number, 'a checkpoint before it is gone')
    await this.#checkLog(row)
    await this.#checkStamp(row)
    if (this.#kept.json.has(number)) await this.#checkCopy(row)
    this.#previous = row
  }

  async #checkLog(row: Checkpoint): Promise<void> {
    const { number, first_position: first, last_position: last } = row
    const { rows } = await this.#client.query<DatedLink>(LINKS, [first, last])
    if (binds(row, rows)) return
    if (!binds(row, earliest(rows, row.leaves)))
      return this.#find(number, `the log from position ${first} to ${last} is not what was bound`)
    const later = await this.#client.query<BoundSpan>(LATER, [number, first, last])
    if (areBoundBy(later.rows, rows)) return
    this.#verdict.partial.push({ first, last })
    const some = `it binds ${row.leaves} of the ${rows.length} links from position ${first} to ${last}`
    const why = 'as PostgreSQL’s clock was set back then: audit:bind binds all of them'
    this.#find(number, `${some}, ${why}`)
  }

  async #checkPassedOver(): Promise<void> {
    for (const { number, first, last, links } of await passedOver(this.#client)) {
      const which = `the ${links} links from position ${first} to ${last}`
      this.#find(number, `no checkpoint binds ${which}; the next one will`)
    }
  }

  /** They are stamped in their order, so none is without that comes before one with. */
  async #checkStamp({ number, signature, time_stamp: token }: StoredCheckpoint): Promise<void> {
    if (token) {
      if (this.#previous && !this.#previous.time_stamp)
        this.#find(this.#previous.number, 'its time stamp is gone')
      this.#verdict.stamped += 1
      this.#proveStamp(number, token, signature)
    }
    if (!this.#copies || !this.#kept.tst.has(number)) return
    if (!token) this.#find(number, 'its time stamp is gone, and the copy of it is there')
    this.#proveStamp(number, await this.#copies.readStamp(number), signature)
  }

  #proveStamp(number: number, token: Uint8Array, signature: string): void {
    try {
      this.proveStamp(token, Buffer.from(signature))
    } catch (error) {
      this.#find(number, (error as Error).message)
    }
  }

  async #checkCopy(row: Checkpoint): Promise<void> {
    if ((await this.#copies?.read(row.number)) !== CheckpointCopies.text(row))
      this.#find(row.number, 'its copy outside the database says otherwise')
  }

  #find(number: number, message: string): void {
    this.#verdict.findings.push({ number, message })
  }
}

function binds({ root }: Checkpoint, links: readonly Link[]): boolean {
  return merkleRoot(links.map(leaf)) === root
}

/** Whether each link lies within a span of which all links are bound. */
function areBoundBy(spans: readonly BoundSpan[], links: readonly Link[]): boolean {
  const positions = links.map(({ position }) => Number(position))
  const within =
    ({ first, last }: Span) =>
    (position: number) =>
      position >= Number(first) && position <= Number(last)
  const whole = spans.filter((span) => positions.filter(within(span)).length === span.leaves)
  return positions.every((position) => whole.some((span) => within(span)(position)))
}

/** As many links as an earlier release found dated early enough, in the order of the log. */
function earliest(links: readonly DatedLink[], count: number): DatedLink[] {
  const dated = links.toSorted((a, b) => a.logged_at.getTime() - b.logged_at.getTime())
  return dated.slice(0, count).sort((a, b) => Number(a.position) - Number(b.position))
}

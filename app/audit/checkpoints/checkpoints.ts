import type pg from 'pg'
import { clock } from '#app/foundation/clock'
import type { Cell } from '#app/tenancy/cell'
import { transaction } from '#app/tenancy/transactions/transaction'
import { ON_DISK, SNAPSHOT_ON_DISK } from '#app/tenancy/transactions/durable'
import { leaf, statement, type Checkpoint, type CheckpointFacts, type Link } from './checkpoint.js'
import { CheckpointCopies } from './checkpoint_copies.js'
import { CheckpointKey } from './checkpoint_key.js'
import { merkleRoot } from './merkle_tree.js'
import { passedOver } from './passed_over.js'
import { settledEnd } from './settled_end.js'

const MAX_LEAVES = 100_000
const STAMPS_AT_A_TIME = 20
const COPIES_AT_A_TIME = 500

const NEWEST = 'select * from cell.checkpoints order by number desc limit 1'

/** The newest may bind links from before those of another. */
const BOUND = 'select coalesce(max(last_position), 0) as position from cell.checkpoints'

const LINKS = `
  select position, scope, chain, sequence, hash from cell.chain_log
   where position between $1 and $2 order by position limit ${MAX_LEAVES}`

const KEEP_STAMP =
  'update cell.checkpoints set time_stamp = $2 where number = $1 and time_stamp is null'

/** Positions in the log. */
export interface Span {
  first: number | string
  last: number | string
}

/** @returns DER of a TimeStampToken (RFC 3161) about the bytes */
export type Stamp = (value: Uint8Array) => Promise<Uint8Array>

/**
 * Every ten minutes the new links of all trails of a cell are bound by a Merkle root, which is chained to the one before, signed, copied
 * to a folder outside the database, and stamped by a third party: who changes the log afterwards needs the platform's key, that folder
 * and the third party.
 */
export const Checkpoints = {
  /** @returns null when nothing is new. @throws while a transaction that writes to trails does not end */
  async take(cell: Cell): Promise<Checkpoint | null> {
    const end = await settledEnd(cell)
    return cell.as('relay', (client) =>
      transaction(client, () => take(client, end), SNAPSHOT_ON_DISK)
    )
  },

  /** All links of a span of which an earlier checkpoint binds only some, in as many new ones as they take: proofs come from these. */
  async bindAgain(cell: Cell, { first, last }: Span): Promise<void> {
    await cell.as('relay', (client) =>
      transaction(
        client,
        async () => {
          let bound = await bind(client, { first, last })
          while (bound) bound = await bind(client, { first: Number(bound.last_position) + 1, last })
        },
        SNAPSHOT_ON_DISK
      )
    )
  },

  /** Copies to the folder what has come since its last copy, and each time stamp that is not there. Older checkpoints it does not touch: they are what the database is held against. */
  async copy(cell: Cell): Promise<void> {
    const copies = CheckpointCopies.of(cell)
    if (!copies) return
    const last = await copies.last()
    const { rows } = await cell.as('relay', (client) =>
      client.query<Checkpoint>(
        'select * from cell.checkpoints where number > $1 order by number limit $2',
        [last, COPIES_AT_A_TIME]
      )
    )
    for (const row of rows) await copies.keep(row)
    await copyStamps(cell, copies)
  },

  /** In their order, so that one without a stamp before one with it has lost it. Waits for the third party outside of any transaction. */
  async stamp(cell: Cell, stamp: Stamp): Promise<void> {
    const { rows } = await cell.as('relay', (client) =>
      client.query<{ number: number; signature: string }>(
        'select number, signature from cell.checkpoints where time_stamp is null order by number limit $1',
        [STAMPS_AT_A_TIME]
      )
    )
    for (const { number, signature } of rows) {
      const token = await stamp(Buffer.from(signature))
      await cell.as('relay', (client) =>
        transaction(client, () => client.query(KEEP_STAMP, [number, token]), ON_DISK)
      )
      await CheckpointCopies.of(cell)?.keepStamp(number, token)
    }
  },
}

/** Also those whose copy failed when they came. */
async function copyStamps(cell: Cell, copies: CheckpointCopies): Promise<void> {
  const { tst } = await copies.kept()
  const { rows } = await cell.as('relay', (client) =>
    client.query<{ number: number; time_stamp: Buffer }>(
      `select number, time_stamp from cell.checkpoints
        where time_stamp is not null and number <> all ($1::int[]) order by number limit $2`,
      [[...tst], COPIES_AT_A_TIME]
    )
  )
  for (const { number, time_stamp: token } of rows) await copies.keepStamp(number, token)
}

/** First what was passed over, then all that is new: whatever has a position up to the end is there. */
async function take(client: pg.Client, end: string): Promise<Checkpoint | null> {
  for (const span of await passedOver(client)) await bind(client, span)
  const { rows } = await client.query<{ position: string }>(BOUND)
  return bind(client, { first: Number(rows[0].position) + 1, last: end })
}

async function bind(client: pg.Client, { first, last }: Span): Promise<Checkpoint | null> {
  const newest = (await client.query<Checkpoint>(NEWEST)).rows[0]
  const links = await client.query<Link>(LINKS, [first, last])
  if (links.rows.length === 0) return null
  const checkpoint = await signed(links.rows, newest)
  const columns = Object.keys(checkpoint)
  const marks = columns.map((_, index) => `$${index + 1}`)
  await client.query(
    `insert into cell.checkpoints (${columns.join(', ')}) values (${marks.join(', ')})`,
    Object.values(checkpoint)
  )
  return checkpoint
}

async function signed(links: readonly Link[], last: Checkpoint | undefined): Promise<Checkpoint> {
  const key = await CheckpointKey.current()
  const facts: CheckpointFacts = {
    number: (last?.number ?? 0) + 1,
    first_position: Number(links[0].position),
    last_position: Number(links[links.length - 1].position),
    leaves: links.length,
    root: merkleRoot(links.map(leaf)),
    previous_root: last?.root ?? null,
    created_at: clock.now(),
  }
  return { ...facts, signature: key.sign(statement(facts)), key_id: key.id }
}

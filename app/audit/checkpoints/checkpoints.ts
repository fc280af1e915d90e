import type pg from 'pg'
import { clock } from '#app/foundation/clock'
import type { Cell } from '#app/tenancy/cell'
import { transaction } from '#app/tenancy/transactions/transaction'
import { ON_DISK, SNAPSHOT_ON_DISK } from '#app/tenancy/transactions/durable'
import { leaf, statement, type Checkpoint, type CheckpointFacts, type Link } from './checkpoint.js'
import { CheckpointCopies } from './checkpoint_copies.js'
import { CheckpointKey } from './checkpoint_key.js'
import { merkleRoot } from './merkle_tree.js'

/** Positions are given before a commit: a row is settled once every unit that could come before it has ended (30 s at most). */
const SETTLED_AFTER = '2 minutes'
const MAX_LEAVES = 100_000
const STAMPS_AT_A_TIME = 20
const COPIES_AT_A_TIME = 500

const KEEP_STAMP =
  'update cell.checkpoints set time_stamp = $2 where number = $1 and time_stamp is null'

/** @returns DER of a TimeStampToken (RFC 3161) about the bytes */
export type Stamp = (value: Uint8Array) => Promise<Uint8Array>

/**
 * Every ten minutes the new links of all trails of a cell are bound by a Merkle root, which is chained to the one before, signed, copied
 * to a folder outside the database, and stamped by a third party: who changes the log afterwards needs the platform's key, that folder
 * and the third party.
 */
export const Checkpoints = {
  /** @returns null when nothing new is settled */
  async take(cell: Cell, settledAfter = SETTLED_AFTER): Promise<Checkpoint | null> {
    return cell.as('relay', (client) =>
      transaction(client, () => take(client, settledAfter), SNAPSHOT_ON_DISK)
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

async function take(client: pg.Client, settledAfter: string): Promise<Checkpoint | null> {
  const last = (
    await client.query<Checkpoint>('select * from cell.checkpoints order by number desc limit 1')
  ).rows[0]
  const links = await client.query<Link>(
    `select position, scope, chain, sequence, hash from cell.chain_log
      where position > $1 and logged_at < clock_timestamp() - $2::interval order by position limit $3`,
    [last?.last_position ?? 0, settledAfter, MAX_LEAVES]
  )
  if (links.rows.length === 0) return null
  const checkpoint = await signed(links.rows, last)
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

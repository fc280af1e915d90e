import type pg from 'pg'
import type { Cell } from '#app/tenancy/cell'
import { statement, type CheckpointFacts } from '../checkpoints/checkpoint.js'
import { treeHash } from '../checkpoints/merkle_tree.js'
import { Patience } from '#app/tenancy/connections/patience'
import { WaitingRoom } from '#app/tenancy/connections/waiting_room'
import { BLOCK } from './block_tree.js'

const MAX_LEVEL = 3
/** Of all cells together in one process: anybody may read, and nobody who signs may be left without a connection for it. */
const CONNECTIONS = 4

let room: WaitingRoom | undefined
/** Heads that are being read, for all who ask meanwhile. */
const heads = new Map<string, Promise<string | null>>()

/** A part of a log as C2SP tlog-tiles cuts it: `width` hashes of subtrees over 256^level leaves each, or the entries themselves. */
export interface TileName {
  level: number | 'entries'
  index: number
  width: number
}

/** What anybody may read of a cell's log: its newest head with all signatures, and everything below it. */
export const PublicLog = {
  /** @returns null for a log without entries @throws Overloaded */
  head(cell: Cell): Promise<string | null> {
    const reading =
      heads.get(cell.name) ?? inTurn(cell, newestHead).finally(() => heads.delete(cell.name))
    heads.set(cell.name, reading)
    return reading
  },

  /** @returns null for one beyond the newest head @throws Overloaded */
  tile(cell: Cell, { level, index, width }: TileName): Promise<Buffer | null> {
    return inTurn(cell, (client) =>
      level === 'entries' ? entries(client, index, width) : hashes(client, { level, index, width })
    )
  },
}

async function inTurn<T>(cell: Cell, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const patience = Patience.current
  if (!patience) return cell.as('platform', work)
  const { pool } = (room ??= WaitingRoom.ofAll('public_log', CONNECTIONS))
  await room.enter(pool, patience)
  try {
    return await cell.as('platform', work)
  } finally {
    room.leave(pool)
  }
}

async function newestHead(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ note: string; lines: string[] }>(
    `select note, array(select line from cell.log_cosignatures c where c.size = h.size order by witness) as lines
      from cell.log_heads h order by size desc limit 1`
  )
  const [head] = rows
  return head ? head.note + head.lines.map((line) => `${line}\n`).join('') : null
}

async function hashes(
  client: pg.Client,
  { level, index, width }: TileName & { level: number }
): Promise<Buffer | null> {
  if (level > MAX_LEVEL) return null
  const each = BLOCK ** level
  const first = index * BLOCK * each
  const { rows } = await client.query<{ hash: string }>(
    `select hash from cell.log_leaves where number > $1::bigint and number <= $2::bigint
      and $2::bigint <= (select max(size) from cell.log_heads) order by number`,
    [first, first + width * each]
  )
  if (rows.length < width * each) return null
  const leaves = rows.map(({ hash }) => Buffer.from(hash, 'hex'))
  const subtrees = Array.from({ length: width }, (_, at) =>
    treeHash(leaves.slice(at * each, (at + 1) * each))
  )
  return Buffer.concat(subtrees)
}

/** Each with its length in two bytes before it. */
async function entries(client: pg.Client, index: number, width: number): Promise<Buffer | null> {
  const { rows } = await client.query<CheckpointFacts>(
    `select number, first_position, last_position, leaves, root, previous_root, created_at from cell.checkpoints
      where number > $1::bigint and number <= $2::bigint
        and $2::bigint <= (select max(size) from cell.log_heads) order by number`,
    [index * BLOCK, index * BLOCK + width]
  )
  if (rows.length < width) return null
  return Buffer.concat(
    rows.flatMap((facts) => {
      const text = Buffer.from(statement(facts))
      const length = Buffer.alloc(2)
      length.writeUInt16BE(text.length)
      return [length, text]
    })
  )
}

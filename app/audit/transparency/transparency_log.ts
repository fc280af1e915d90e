import type pg from 'pg'
import { clock } from '#app/foundation/clock'
import type { Cell } from '#app/tenancy/cell'
import { transaction } from '#app/tenancy/transactions/transaction'
import { SNAPSHOT_ON_DISK } from '#app/tenancy/transactions/durable'
import { leaf, statement, type Checkpoint, type Link } from '../checkpoints/checkpoint.js'
import { CheckpointKey } from '../checkpoints/checkpoint_key.js'
import { leafHash, treeHash } from '../checkpoints/merkle_tree.js'
import { BLOCK, blocksOf } from './block_tree.js'
import { headText } from './log_head.js'

/** Checkpoints that one transaction adds: each may bind many links. */
const CHECKPOINTS_AT_A_TIME = 20

interface Leaf {
  number: number
  hash: string
}

/**
 * The public log of a cell: a growing tree over the statements of its checkpoints. Anybody who keeps a signed head of it can tell later
 * whether anything before it was changed, left out or shown differently to others.
 */
export const TransparencyLog = {
  /** Adds the checkpoints that are not in it yet and signs the new head, once for each size. @param origin  its name */
  async grow(cell: Cell, origin: string): Promise<void> {
    for (;;) {
      const added = await cell.as('relay', (client) =>
        transaction(client, () => grow(client, origin), SNAPSHOT_ON_DISK)
      )
      if (added < CHECKPOINTS_AT_A_TIME) return
    }
  },
}

async function grow(client: pg.Client, origin: string): Promise<number> {
  const { rows } = await client.query<Checkpoint>(
    `select * from cell.checkpoints where number > (select coalesce(max(number), 0) from cell.log_leaves)
      order by number limit $1`,
    [CHECKPOINTS_AT_A_TIME]
  )
  if (rows.length === 0) return 0
  for (const checkpoint of rows) await keepBlocks(client, checkpoint)
  await keepLeaves(client, rows)
  await keepHead(client, rows.at(-1)!.number, origin)
  return rows.length
}

/** Of the links that a checkpoint binds. */
async function keepBlocks(client: pg.Client, checkpoint: Checkpoint): Promise<void> {
  const { number, first_position: first, last_position: last } = checkpoint
  const { rows } = await client.query<Link>(
    `select position, scope, chain, sequence, hash from cell.chain_log where position between $1 and $2 order by position`,
    [first, last]
  )
  const hashes = blocksOf(rows.map((link) => leafHash(leaf(link)))).map(hex)
  await client.query(
    `insert into cell.checkpoint_blocks (number, block, hash)
      select $1, place - 1, hash from unnest($2::text[]) with ordinality as kept (hash, place)`,
    [number, hashes]
  )
}

async function keepLeaves(client: pg.Client, checkpoints: readonly Checkpoint[]): Promise<void> {
  await client.query(
    'insert into cell.log_leaves (number, hash) select * from unnest($1::int[], $2::text[])',
    [
      checkpoints.map(({ number }) => number),
      checkpoints.map((checkpoint) => hex(leafHash(statement(checkpoint)))),
    ]
  )
}

/** With the blocks that have become complete. */
async function keepHead(client: pg.Client, size: number, origin: string): Promise<void> {
  const blocks = await client.query<{ hash: string }>(
    'select hash from cell.log_blocks order by block'
  )
  const { rows } = await client.query<Leaf>(
    'select number, hash from cell.log_leaves where number > $1 order by number',
    [blocks.rows.length * BLOCK]
  )
  const since = blocksOf(rows.map(({ hash }) => Buffer.from(hash, 'hex')))
  const complete = since.slice(0, Math.floor(rows.length / BLOCK))
  if (complete.length > 0)
    await client.query(
      `insert into cell.log_blocks (block, hash)
        select $1 + place - 1, hash from unnest($2::text[]) with ordinality as kept (hash, place)`,
      [blocks.rows.length, complete.map(hex)]
    )
  const known = blocks.rows.map(({ hash }) => Buffer.from(hash, 'hex'))
  const text = headText({ origin, size, root: treeHash([...known, ...since]) })
  const key = await CheckpointKey.current()
  await client.query('insert into cell.log_heads (size, note, created_at) values ($1, $2, $3)', [
    size,
    `${text}\n${key.signNote(text, origin)}\n`,
    clock.now(),
  ])
}

function hex(hash: Buffer): string {
  return hash.toString('hex')
}

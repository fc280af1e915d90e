import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import env from '#start/env'
import { canonicalJson } from '#app/foundation/canonical_json'
import { clock } from '#app/foundation/clock'
import { type Cell } from '#app/tenancy/cell'
import { CheckpointKey } from './checkpoint_key.js'
import { merkleRoot } from './merkle_tree.js'

/** Positions are given before a commit: a row is settled once every unit that could come before it has ended (30 s at most). */
const SETTLED_AFTER = '2 minutes'
const MAX_LEAVES = 100_000
const FORGOTTEN = 'forgotten'

export interface Checkpoint {
  number: number
  first_position: number
  last_position: number
  leaves: number
  root: string
  previous_root: string | null
  created_at: Date
  signature: string
  key_id: string
}

interface Link {
  position: string
  scope: string
  chain: string
  sequence: number
  hash: string
}

export interface CheckpointFinding {
  number: number
  message: string
}

/**
 * Every ten minutes the new links of all trails of a cell are bound by a Merkle root, which is chained to the one before, signed, and
 * written to a folder outside the database as well: who changes the log afterwards needs the platform's key and that folder.
 */
export const Checkpoints = {
  /** @returns null when nothing new is settled */
  async take(cell: Cell, settledAfter = SETTLED_AFTER): Promise<Checkpoint | null> {
    return cell.as('relay', async (client) => {
      await client.query('begin isolation level repeatable read')
      try {
        const taken = await take(client, settledAfter)
        if (taken) await keepOutside(cell, taken)
        await client.query('commit')
        return taken
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    })
  },

  /** Holds every checkpoint against the log, its signature and the one before. */
  async verify(cell: Cell): Promise<CheckpointFinding[]> {
    const key = await CheckpointKey.current()
    return cell.as('relay', async (client) => {
      const { rows } = await client.query<Checkpoint>(
        'select * from cell.checkpoints order by number'
      )
      const findings: CheckpointFinding[] = []
      for (const [index, row] of rows.entries())
        findings.push(...(await check(client, key, row, rows[index - 1])))
      return findings
    })
  },
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
  const facts = {
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

async function check(
  client: pg.Client,
  key: CheckpointKey,
  row: Checkpoint,
  previous?: Checkpoint
): Promise<CheckpointFinding[]> {
  const { number, first_position: first, last_position: last } = row
  const text =
    'select position, scope, chain, sequence, hash from cell.chain_log where position between $1 and $2 order by position'
  const links = await client.query<Link>(text, [first, last])
  const faults = [
    key.verify(statement(row), row.signature) ? null : 'its signature is not ours',
    row.previous_root === (previous?.root ?? null)
      ? null
      : 'it does not follow the checkpoint before it',
    number === (previous?.number ?? 0) + 1 ? null : 'a checkpoint before it is gone',
    merkleRoot(links.rows.map(leaf)) === row.root
      ? null
      : `the log from position ${first} to ${last} is not what was bound`,
  ]
  return faults.filter((message) => message !== null).map((message) => ({ number, message }))
}

/** Of a link whose tenant was erased or went elsewhere the leaf itself is what is left. */
function leaf({ scope, chain, sequence, hash }: Link): string | Buffer {
  if (scope === FORGOTTEN) return Buffer.from(hash, 'hex')
  return canonicalJson([scope, chain, sequence, hash])
}

function statement(facts: Omit<Checkpoint, 'signature' | 'key_id'>): string {
  const {
    number,
    first_position: first,
    last_position: last,
    leaves,
    root,
    previous_root: previousRoot,
    created_at: at,
  } = facts
  return canonicalJson({
    number,
    first: Number(first),
    last: Number(last),
    leaves,
    root,
    previousRoot,
    at: at.toISOString(),
  })
}

async function keepOutside(cell: Cell, checkpoint: Checkpoint): Promise<void> {
  const folder = env.get('CHECKPOINTS_DIR')
  if (!folder) return
  const own = join(folder, cell.name)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const name = `${String(checkpoint.number).padStart(8, '0')}.json`
  await writeFile(join(own, name), JSON.stringify(checkpoint, null, 2), { flag: 'wx', mode: 0o400 })
}

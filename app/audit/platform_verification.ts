import db from '@adonisjs/lucid/services/db'
import { Cell } from '#app/tenancy/cell'
import type { Verdict } from './audit_verification.js'
import { checkChain } from './chain_check.js'
import type { StoredEntry } from './stored_entry.js'
import { confirmed } from './confirmed_findings.js'
import type { CellRow, PlatformRow } from '#app/tenancy/row'
import { PLATFORM_CHAIN } from './platform_trail.js'

/** Reads the operators' trail link by link and holds it against its end, its personal values and the log of the cell. */
export async function verifyPlatformTrail(): Promise<Verdict> {
  return confirmed(await checkTrail(), checkTrail)
}

async function checkTrail(): Promise<Verdict> {
  const entries = await rows<StoredEntry>('select * from entries order by sequence')
  const values = await rows<PlatformRow<'entry_values'>>('select * from entry_values')
  const [head] = await rows<PlatformRow<'chain_head', 'sequence' | 'hash'>>(
    'select sequence, hash from chain_head'
  )
  const findings = checkChain({
    id: PLATFORM_CHAIN,
    entries,
    values: Map.groupBy(values, ({ entry_id: id }) => id),
    head: head ?? null,
    log: await readLog(),
    mayLackValues: true,
  })
  return { chains: 1, entries: entries.length, findings }
}

async function rows<T>(text: string): Promise<T[]> {
  return (await db.connection('platform').rawQuery<{ rows: T[] }>(text)).rows
}

/** Through the relay's login: that of the platform adds to the log and cannot read it. */
async function readLog(): Promise<Map<number, string>> {
  const cell = Cell.all().find(({ holdsPlatform }) => holdsPlatform)
  if (!cell) throw new Error('No cell holds the platform')
  const found = await cell.as('relay', (client) =>
    client.query<CellRow<'chain_log', 'sequence' | 'hash'>>(
      'select sequence, hash from cell.chain_log where scope = $1 and chain = $2',
      [cell.roles.platform, PLATFORM_CHAIN]
    )
  )
  return new Map(found.rows.map(({ sequence, hash }) => [sequence, hash]))
}

import type { ClientBase } from 'pg'
import { canonicalJson } from '#app/foundation/canonical_json'
import { merkleRoot } from '#app/audit/checkpoints/merkle_tree'
import type { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { StoredFiles } from '../stored_files.js'
import { qualified, tablesOf } from '../rows/table.js'

/** What there was, counted before the first thing was destroyed. Nothing in it names anybody. */
export interface ErasureFacts {
  cell: string
  /** Rows by table: `live/documents`. */
  rows: Record<string, number>
  /** Audit trails, and one hash over where each of them ended. */
  trails: { count: number; entries: number; heads: string }
  files: { count: number; bytes: number }
}

interface Head {
  chain: string
  sequence: number
  hash: string | null
}

export async function countAll(cell: Cell, tenantId: string): Promise<ErasureFacts> {
  const inCell = await cell.as('migrator', async (client) => ({
    rows: await countRows(client, tenantId),
    trails: await summed(client, tenantId),
  }))
  const withFiles = ['live/documents', 'test/documents', 'live/templates', 'test/templates']
  const hasFiles = withFiles.some((table) => table in inCell.rows)
  const files = await new StoredFiles(tenantId).totals({ mayBeNew: !hasFiles })
  return { cell: cell.name, ...inCell, files }
}

async function countRows(client: ClientBase, tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesOf(client, tenantId)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${qualified(table)}`
    )
    if (rows[0].count !== '0') counts[`${table.place}/${table.name}`] = Number(rows[0].count)
  }
  return counts
}

/** The root of a Merkle tree over the ends of all trails: anybody who kept one of them can prove that it was here. */
async function summed(client: ClientBase, tenantId: string): Promise<ErasureFacts['trails']> {
  const heads = await headsOf(client, tenantId)
  return {
    count: heads.length,
    entries: heads.reduce((sum, { sequence }) => sum + sequence, 0),
    heads: merkleRoot(
      heads.map(({ chain, sequence, hash }) => canonicalJson([chain, sequence, hash]))
    ),
  }
}

async function headsOf(client: ClientBase, tenantId: string): Promise<Head[]> {
  const { account, live, test } = schemaNames(tenantId)
  const tables = await tablesOf(client, tenantId)
  const places = new Set(tables.map(({ place }) => place))
  const sources = [
    ...(places.has('account')
      ? [`select 'security' as chain, sequence, hash from ${account}.chain_head`]
      : []),
    ...(places.has('live') ? [`select id, chain_sequence, chain_hash from ${live}.documents`] : []),
    ...(places.has('test') ? [`select id, chain_sequence, chain_hash from ${test}.documents`] : []),
  ]
  if (sources.length === 0) return []
  return (await client.query<Head>(`${sources.join(' union all ')} order by chain`)).rows
}

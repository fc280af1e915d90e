import { Cell } from '#app/tenancy/cell'
import { BaseBackup } from './base_backup.js'
import type { BackedUpServer } from './manifest.js'
import BackupRefused from '../errors/backup_refused.js'

export interface DatabaseServer extends BackedUpServer {
  backup: BaseBackup
}

/** Where a cell lies, and what reading its files takes. */
const FACTS = `select system_identifier::text as "systemId", current_setting('server_version_num')::int / 10000 as major,
  (select rolname from pg_roles where oid = 10) as superuser from pg_control_system()`

interface CellFacts {
  systemId: string
  major: number
  superuser: string
}

/**
 * The addresses that backups are made by.
 *
 * @param text  one address, or several with names, as `main=postgres://… eu=postgres://…`
 */
export function backupAddresses(text: string): Map<string, string> {
  const parts = text.split(/\s+/).filter(Boolean)
  return new Map(
    parts.map((part): [string, string] => {
      const [, name, address] = /^([a-z][a-z0-9_-]*)=(.+)$/s.exec(part) ?? [null, 'main', part]
      return [name, address]
    })
  )
}

/**
 * The servers behind the addresses, connected, each with the cells in it; one that several addresses lead to once, by the first.
 *
 * @throws BackupRefused when a cell is in none of them
 */
export async function serversBehind(
  addresses: ReadonlyMap<string, string>,
  signal: AbortSignal
): Promise<DatabaseServer[]> {
  const backups = new Map<string, BaseBackup>()
  try {
    for (const [name, address] of addresses) {
      const backup = new BaseBackup(address, signal)
      backups.set(name, backup)
      await backup.connect()
    }
    const servers = await withTheirCells(backups)
    await closeAllBut(servers, backups)
    return servers
  } catch (error) {
    await closeAllBut([], backups)
    throw error
  }
}

/** One that stays open keeps the process from its end. */
async function closeAllBut(
  used: readonly DatabaseServer[],
  backups: ReadonlyMap<string, BaseBackup>
): Promise<void> {
  const kept = new Set(used.map(({ backup }) => backup))
  for (const backup of backups.values()) if (!kept.has(backup)) await backup.close()
}

async function withTheirCells(backups: ReadonlyMap<string, BaseBackup>): Promise<DatabaseServer[]> {
  const servers = new Map<string, DatabaseServer>()
  const names = new Map<string, string>()
  for (const [name, backup] of backups) {
    const id = await backup.systemId()
    if (!names.has(id)) names.set(id, name)
  }
  for (const cell of Cell.all()) {
    const facts = await factsOf(cell)
    const name = names.get(facts.systemId)
    if (name === undefined)
      throw new BackupRefused(
        `DATABASE_BACKUP_URL names no address of the server that the cell ${cell.name} is on`
      )
    const known = servers.get(name) ?? { name, ...facts, cells: [], backup: backups.get(name)! }
    known.cells.push({ name: cell.name, database: cell.database })
    servers.set(name, known)
  }
  return [...servers.values()]
}

async function factsOf(cell: Cell): Promise<CellFacts> {
  const { rows } = await cell.as('migrator', (client) => client.query<CellFacts>(FACTS))
  return rows[0]
}

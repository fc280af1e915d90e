import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names its socket: nothing listens there. */
export const SCRATCH_PORT = 5432

/** Above what the data bring along in `postgresql.auto.conf`: it archives nothing, follows nobody, and is reached from here alone. */
const settingsIn = (folder: string) => ({
  config_file: join(folder, 'postgresql.conf'),
  hba_file: join(folder, 'pg_hba.conf'),
  ident_file: join(folder, 'pg_ident.conf'),
  unix_socket_directories: folder,
  listen_addresses: '',
  port: String(SCRATCH_PORT),
  archive_mode: 'off',
  hot_standby: 'off',
  synchronous_standby_names: '',
  shared_preload_libraries: '',
  ssl: 'off',
  fsync: 'off',
  autovacuum: 'off',
  max_connections: '20',
  max_locks_per_transaction: '256',
  logging_collector: 'off',
})

/** Writes the files of a configuration into the folder. @returns what PostgreSQL is started with */
export async function scratchSettings(folder: string): Promise<string[]> {
  await writeFile(join(folder, 'postgresql.conf'), '')
  await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  await writeFile(join(folder, 'pg_ident.conf'), '')
  return Object.entries(settingsIn(folder)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

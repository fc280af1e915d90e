import { Exception } from '@adonisjs/core/exceptions'
import type { ClientBase } from 'pg'

/** Debian 12 has it, `backup:create` speaks to nothing older, and nothing older is tried. */
const OLDEST_MAJOR = 15

export function isSupported(version: string): boolean {
  return Number.parseInt(version) >= OLDEST_MAJOR
}

export const NEEDED = `Countersign needs PostgreSQL ${OLDEST_MAJOR} or newer`

/** @throws Exception with a sentence, before statements fail that an older server does not know */
export async function assertSupported(
  client: Pick<ClientBase, 'query'>,
  cell: string
): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const { server_version: version } = rows[0]
  if (!isSupported(version))
    throw new Exception(`The cell ${cell} is on PostgreSQL ${version}: ${NEEDED}`, { status: 422 })
}

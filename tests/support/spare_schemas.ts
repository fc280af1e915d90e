import { readFileSync } from 'node:fs'

interface Spares {
  plain: string[]
  withSandbox: string[]
}

/** The file that names the schemas which the run of the tests has made ahead, for this process alone. */
const FILE = process.env.SPARE_SCHEMAS
/** Processes that it starts have no part in them. */
delete process.env.SPARE_SCHEMAS

const spares: Spares = FILE
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as Spares)
  : { plain: [], withSandbox: [] }

/** The id of a tenant that is still to come, whose schemas are there, the oldest first; undefined once all are taken. */
export function spareSchemas(withSandbox: boolean): string | undefined {
  return (withSandbox && spares.withSandbox.shift()) || spares.plain.shift()
}

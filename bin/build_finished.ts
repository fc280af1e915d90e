import { writeFile } from 'node:fs/promises'

const BUILD = new URL('../build/', import.meta.url)

const ACE = `/** The entry of ace commands in the build. */
import { refuseOldNode } from '../bin/services/node_version.mjs'

refuseOldNode()
await import('./bin/console.js')
`

/** Leaves in `build/` an entry that says which Node it needs. */
export default async function buildFinished() {
  await writeFile(new URL('ace.js', BUILD), ACE)
}

import { rm, writeFile } from 'node:fs/promises'

const BUILD = new URL('../build/', import.meta.url)
const ONLY_FOR_DEVELOPMENT = ['tests', 'bin/test.js', 'bin/test.js.map']

const ACE = `/** The entry of ace commands in the build. */
import { refuseOldNode } from '../bin/services/node_version.mjs'

refuseOldNode()
await import('./bin/console.js')
`

/** Leaves in `build/` what production runs, and an entry that says which Node it needs. */
export default async function buildFinished() {
  for (const path of ONLY_FOR_DEVELOPMENT)
    await rm(new URL(path, BUILD), { recursive: true, force: true })
  await writeFile(new URL('ace.js', BUILD), ACE)
}

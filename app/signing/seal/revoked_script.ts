import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { portableRoots } from '#app/sealing/verifier/portable_roots'
import { acceptedRoots } from './accepted_roots.js'

/** What was revoked, as a script that pages load once a file is to be checked. */
export interface RevokedScript {
  /** Of its content: each has a name of its own. */
  name: string
  /** By which a browser knows the very file (Subresource Integrity). */
  integrity: string
  source: string
}

const STATE = `
  select coalesce(sum(entries), 0) || '|' || coalesce(max(recorded_at)::text, '') as state from revocations_in_force`

let made: { state: string; script: RevokedScript } | undefined

/** Made anew when something is revoked. A script, since the policy of the page lets nothing be fetched in another way. */
export async function revokedScript(): Promise<RevokedScript> {
  const { rows } = await db.connection('platform').rawQuery<{ rows: [{ state: string }] }>(STATE)
  const [{ state }] = rows
  if (made?.state !== state) made = { state, script: scriptOf(await acceptedRoots()) }
  return made.script
}

function scriptOf(roots: Parameters<typeof portableRoots>[0]): RevokedScript {
  const source = `export default ${JSON.stringify(portableRoots(roots).revoked)}\n`
  const digest = createHash('sha256').update(source).digest()
  return { name: digest.toString('hex'), integrity: `sha256-${digest.toString('base64')}`, source }
}

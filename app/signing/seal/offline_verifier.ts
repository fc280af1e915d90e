import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { clock } from '#app/foundation/clock'
import { portableRoots } from '#app/sealing/verifier/portable_roots'
import { acceptedRoots } from './accepted_roots.js'

const BUILT = 'resources/built/offline_verifier.html'
const PLACE = '{authorities}'

let page: Promise<string> | undefined

/**
 * The verifier as one file that works from a disk, without a network: it contains the authorities that this installation accepts and
 * what they have revoked by now.
 *
 * @throws Error where it was not built
 */
export async function offlineVerifier(): Promise<string> {
  page ??= read()
  const [built, trusted] = await Promise.all([page, acceptedRoots()])
  const content = JSON.stringify({ at: clock.now().toISOString(), roots: portableRoots(trusted) })
  return built.replace(PLACE, () => content.replaceAll('<', '\\u003c'))
}

/** What of its own scripts and styles it may run is written in the file, and nothing else may. */
export function policyOf(html: string): string {
  return /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]!
}

async function read(): Promise<string> {
  try {
    return await readFile(app.makePath(BUILT), 'utf8')
  } catch (cause) {
    page = undefined
    throw new Error(`${BUILT} is missing; npm run build makes it`, { cause })
  }
}

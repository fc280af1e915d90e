import KeysAway from '#app/foundation/errors/keys_away'
import { FileKeyStore } from '#app/foundation/keys/file_key_store'
import { KeyRing } from '#app/foundation/keys/key_ring'
import { keysFolder } from './configuration.js'

/** Whose root the platform's own keys come from. */
export const PLATFORM = 'platform'

const store = new FileKeyStore(() => keysFolder.value, { first: PLATFORM })

/** The roots of all tenants, outside of PostgreSQL and its backups. */
export const keyRing = new KeyRing(store)

export function hasRoot(owner: string): Promise<boolean> {
  return store.has(owner)
}

/** @throws KeysAway where the folder of keys is not the one it should be */
export async function assertKeysThere(): Promise<void> {
  if (!(await hasRoot(PLATFORM))) throw new KeysAway()
}

/** Made when the installation is prepared; an existing root stays as it is. */
export async function ensureRoot(owner: string): Promise<void> {
  if (!(await hasRoot(owner))) await keyRing.createRoot(owner)
}

import { FileKeyStore } from '#app/foundation/keys/file_key_store'
import { KeyRing } from '#app/foundation/keys/key_ring'
import { keysFolder } from './configuration.js'

const store = new FileKeyStore(() => keysFolder.value)

/** The roots of all tenants, outside of PostgreSQL and its backups. */
export const keyRing = new KeyRing(store)

/** Whose root the platform's own keys come from. */
export const PLATFORM = 'platform'

export function hasRoot(owner: string): Promise<boolean> {
  return store.has(owner)
}

/** Made when the installation is prepared; an existing root stays as it is. */
export async function ensureRoot(owner: string): Promise<void> {
  if (!(await hasRoot(owner))) await keyRing.createRoot(owner)
}

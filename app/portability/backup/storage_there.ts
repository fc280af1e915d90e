import StorageAway from '#app/documents/errors/storage_away'
import type Tenant from '#app/tenants/tenant'
import { isAnyFileNamed } from '../named_files.js'
import { StoredFiles } from '../stored_files.js'

/**
 * After all files were listed: an empty storage is that of a new installation, or one that is not mounted; and where it was unmounted in
 * the middle, further files look as if somebody had erased them.
 *
 * @param found  how many files there were
 * @throws E_STORAGE_AWAY
 */
export async function assertStorageThere(tenants: readonly Tenant[], found: number): Promise<void> {
  if (found > 0) await new StoredFiles(tenants[0].id).names().next()
  else if (await isAnyFileNamed(tenants)) throw new StorageAway()
}

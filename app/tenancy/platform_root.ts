import db from '@adonisjs/lucid/services/db'
import KeysAway from '#app/foundation/errors/keys_away'
import { ensureRoot, hasRoot, PLATFORM } from './keys.js'

/** What nobody makes without the root: tenants, authorities of seals, and operators, whose codes come from it. */
const IN_USE = `select exists (select from tenants) or exists (select from seal_authorities)
                    or exists (select from operators) as in_use`

/**
 * Made once, when an installation is prepared. Where the platform is in use it was made before: another one would hide that it is missing.
 *
 * @throws KeysAway
 */
export async function preparePlatformRoot(): Promise<void> {
  if (!(await hasRoot(PLATFORM)) && (await isInUse())) throw new KeysAway()
  await ensureRoot(PLATFORM)
}

/** A further cell may be prepared before the platform is. */
async function isInUse(): Promise<boolean> {
  const platform = db.connection('platform')
  const { rows } = await platform.rawQuery(`select to_regclass('seal_authorities') as made`)
  if (rows[0].made === null) return false
  return (await platform.rawQuery(IN_USE)).rows[0].in_use
}

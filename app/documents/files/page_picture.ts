import type Document from '../document.js'
import { intake } from '#app/sealing/intake/intake'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { StoredFile } from './stored_file.js'
import { Vault } from './vault.js'
import FileDamaged from '../errors/file_damaged.js'

/** Those who ask at the same time wait for the same picture. */
const underWay = new Map<string, Promise<Buffer>>()

/**
 * A page of what signers sign, for those who read before the file has come: drawn for the first who asks, and kept for all others. It proves
 * nothing, so that one which is lost or damaged is drawn again.
 */
export const PagePicture = {
  type: 'image/webp',

  /**
   * @param document  that was sent: its file no longer changes
   * @param page  from 1
   * @throws FileDamaged, E_INTAKE_BUSY and E_INTAKE_KILLED (503)
   */
  async of(document: Document, page: number): Promise<Buffer> {
    const { tenant, environment } = CurrentTenant.get()
    const name = [tenant.id, environment, document.id, page].join()
    const known = underWay.get(name)
    if (known) return known
    const picture = stored(document, page).finally(() => underWay.delete(name))
    underWay.set(name, picture)
    return picture
  },
}

async function stored(document: Document, page: number): Promise<Buffer> {
  const vault = await Vault.open(document)
  try {
    return await vault.read(`page-${page}`)
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error
  }
  const file = await StoredFile.canonical(document)
  const picture = await intake.picture(await file.read(), page)
  await vault.write(`page-${page}`, picture)
  return picture
}

import { CurrentTenant } from '#app/tenancy/current_tenant'
import SigningPaused from './errors/signing_paused.js'

/** Asked in the unit of everything that a signer does: a page may have been open for hours. @throws SigningPaused */
export async function assertThawed(): Promise<void> {
  const [[row]] = await CurrentTenant.batch([{ text: 'select is_frozen from standing' }])
  if (row.is_frozen) throw new SigningPaused()
}

import type { HttpContext } from '@adonisjs/core/http'
import { Passkeys, type PasskeyRow } from '#app/identity/passkeys/passkeys'
import NothingHere from '../errors/nothing_here.js'

/** The person's own passkey that the address names. @throws NothingHere */
export async function ownPasskey({ dashboard, params }: HttpContext): Promise<PasskeyRow> {
  const own = await Passkeys.list(dashboard.user)
  const found = own.find(({ id }) => id === params.id)
  if (!found) throw new NothingHere()
  return found
}

/** @param here  the host of the page */
export function passkeyView(row: PasskeyRow, here: string) {
  const { id, name, host, is_synced: isSynced, created_at: at, last_used_at: lastUsedAt } = row
  return { id, name, host, isHere: host === here, isSynced, createdAt: at, lastUsedAt }
}

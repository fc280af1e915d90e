import type { PasskeyRow } from '#app/identity/passkeys/passkeys'

/** @param here  the host of the page */
export function passkeyView(row: PasskeyRow, here: string) {
  const { id, name, host, is_synced: isSynced, created_at: at, last_used_at: lastUsedAt } = row
  return { id, name, host, isHere: host === here, isSynced, createdAt: at, lastUsedAt }
}

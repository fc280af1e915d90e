import type { Actor } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import { SecurityTrail } from '#app/audit/security_trail'
import type ApiKey from './api_key.js'

/** Writes what somebody does to a key into the account's trail: which it is, and what it may do. */
export async function noteInTrail(
  action: AccountAction,
  { id, environment, scopes, expiresAt, name }: ApiKey,
  by: Actor,
  more: Record<string, unknown> = {}
): Promise<void> {
  const key = { keyId: id, environment, scopes, expiresAt: expiresAt?.toISOString() ?? null, name }
  await SecurityTrail.append({ action, actor: by, details: { ...key, ...more } })
}

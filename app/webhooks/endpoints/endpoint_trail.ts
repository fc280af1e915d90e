import type { Actor } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import { SecurityTrail } from '#app/audit/security_trail'

export interface Doing {
  /** Whose doing it is, for the account's trail; without it the caller writes there what it means as a whole. */
  by?: Actor
}

/** Writes what somebody does to an endpoint into the account's trail. Of its address only the host: paths and queries may hold what only the receiver should know. */
export async function noteInTrail(
  action: AccountAction,
  endpoint: { id: string; url: string; events: readonly string[]; includeValues?: boolean },
  { by }: Doing,
  what: { address?: true; events?: true; values?: boolean; immediate?: boolean } = {}
): Promise<void> {
  if (!by) return
  const details = {
    webhookId: endpoint.id,
    ...(what.address && { host: new URL(endpoint.url).host }),
    ...(what.events && { events: [...endpoint.events] }),
    ...(what.values && { includeValues: endpoint.includeValues }),
    ...(what.immediate !== undefined && { immediate: what.immediate }),
  }
  await SecurityTrail.append({ action, actor: by, details })
}

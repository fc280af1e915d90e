import redis from '@adonisjs/redis/services/main'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'

/** Where the processes of one tenant's environment are told what changed. */
export function updatesChannel(tenantId: string, environment: Environment): string {
  return `updates:${tenantId}:${environment}`
}

/**
 * Says that pages which show this document are out of date; within a unit, once it is committed. The message is the id alone, and may be
 * lost: those who hear it read the document themselves, if they may.
 */
export function announceUpdate(documentId: string): void {
  const { tenant, environment } = CurrentTenant.get()
  const tell = () =>
    void redis.publish(updatesChannel(tenant.id, environment), documentId).catch(() => {})
  if (CurrentTenant.isInUnit) CurrentTenant.afterCommit(`update of ${documentId}`, tell)
  else tell()
}

import type { KeyObject } from 'node:crypto'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'

/** What the keys that a tenant seals with, and the ways to them, are enveloped under. */
export function envelopeKey(): Promise<KeyObject> {
  const { tenant, environment } = CurrentTenant.get()
  return keyRing.derive(tenant.id, 'seal-key', environment)
}

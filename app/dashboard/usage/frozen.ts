import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { KeptThings } from '#app/webhooks/kept_things'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

/** Each in a sentence: what stands still, and what happens meanwhile. */
export function frozenThings(
  entitlements: TenantEntitlements,
  row: KeptThings & { hasHosts: boolean },
  { t }: DashboardPhrasebook
): string[] {
  const has = (name: keyof KeptThings) => row[name] > 0
  const members = entitlements.limit('members')
  const signers = entitlements.limit('signersPerDocument')
  const things: [boolean, string][] = [
    [has('keys') && !entitlements.may('apiLive'), t('usage.frozen_keys')],
    [has('endpoints') && !entitlements.may('webhooks'), t('usage.frozen_endpoints')],
    [
      members !== null && row.members > members,
      t('usage.frozen_members', { members: row.members, limit: String(members) }),
    ],
    [has('expiring') && !entitlements.may('customExpiry'), t('usage.frozen_expiry')],
    [
      signers !== null && row.signers > signers,
      t('usage.frozen_signers', { limit: String(signers) }),
    ],
    [has('brands') && !entitlements.may('branding'), t('usage.frozen_brand')],
    [has('senders') && !entitlements.may('senderDomain'), t('usage.frozen_sender')],
    [!entitlements.may('customDomain') && row.hasHosts, t('usage.frozen_domains')],
    [entitlements.hasTenants && !entitlements.may('resell'), t('usage.frozen_resale')],
  ]
  return things.filter(([isFrozen]) => isFrozen).map(([, sentence]) => sentence)
}

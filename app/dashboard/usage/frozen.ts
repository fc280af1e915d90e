import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { KeptThings } from '#app/webhooks/kept_things'
import Domain, { SERVED } from '#app/tenants/domains/domain'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

/** Each in a sentence: what stands still, and what happens meanwhile. */
export async function frozenThings(
  entitlements: TenantEntitlements,
  [row]: readonly KeptThings[]
): Promise<string[]> {
  const has = (name: keyof KeptThings) => row[name] > 0
  const members = entitlements.limit('members')
  const signers = entitlements.limit('signersPerDocument')
  const things: [boolean, string][] = [
    [has('keys') && !entitlements.may('apiLive'), 'Live API keys are kept, but refused.'],
    [
      has('endpoints') && !entitlements.may('webhooks'),
      'Webhook endpoints are kept, but nothing is sent to them.',
    ],
    [
      members !== null && row.members > members,
      `Members: there are ${row.members}, and your plan includes ${String(members)}. Nobody is locked out, but you cannot invite anybody.`,
    ],
    [
      has('expiring') && !entitlements.may('customExpiry'),
      'Drafts with a custom expiry are kept, but cannot be sent as they are.',
    ],
    [
      signers !== null && row.signers > signers,
      `Drafts with more than ${String(signers)} signers are kept, but cannot be sent.`,
    ],
    [
      has('brands') && !entitlements.may('branding'),
      'Your brand is kept, but new pages and emails use the plain look.',
    ],
    [
      has('senders') && !entitlements.may('senderDomain'),
      'Your own sender is kept, but emails come from ours.',
    ],
    [
      !entitlements.may('customDomain') && (await hasHosts()),
      'Your own domains still work for links already sent, but new links use our address.',
    ],
    [
      entitlements.hasTenants && !entitlements.may('resell'),
      'Reselling: your tenants are not affected, but you cannot create new ones.',
    ],
  ]
  return things.filter(([isFrozen]) => isFrozen).map(([, sentence]) => sentence)
}

async function hasHosts(): Promise<boolean> {
  const tenantId = CurrentTenant.get().tenant.id
  const host = await Domain.query().where({ tenantId }).whereIn('status', SERVED).first()
  return host !== null
}

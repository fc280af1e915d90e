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
    [has('keys') && !entitlements.may('apiLive'), 'Live API keys: they are kept, and refused.'],
    [
      has('endpoints') && !entitlements.may('webhooks'),
      'Webhooks: endpoints are kept, and nothing is sent to them.',
    ],
    [
      members !== null && row.members > members,
      `Members: ${row.members} work here and your plan includes ${String(members)}. Nobody is locked out, and nobody can be invited.`,
    ],
    [
      has('expiring') && !entitlements.may('customExpiry'),
      'Drafts with an expiry of your choice: they are kept, and cannot be sent as they are.',
    ],
    [
      signers !== null && row.signers > signers,
      `Drafts with more than ${String(signers)} signers: they are kept, and cannot be sent.`,
    ],
    [
      has('brands') && !entitlements.may('branding'),
      'Your brand: it is kept. Pages and mails that are new show the plain look.',
    ],
    [
      has('senders') && !entitlements.may('senderDomain'),
      'Your own sender: it is kept. Mails leave through ours.',
    ],
    [
      !entitlements.may('customDomain') && (await hasHosts()),
      'Your own domains: links that were sent go on working, and new ones lead to our address.',
    ],
    [
      entitlements.hasTenants && !entitlements.may('resell'),
      'Reselling: your tenants go on as they are, and no new ones can be made.',
    ],
  ]
  return things.filter(([isFrozen]) => isFrozen).map(([, sentence]) => sentence)
}

async function hasHosts(): Promise<boolean> {
  const tenantId = CurrentTenant.get().tenant.id
  const host = await Domain.query().where({ tenantId }).whereIn('status', SERVED).first()
  return host !== null
}

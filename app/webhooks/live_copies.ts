import type { Secret } from '@adonisjs/core/helpers'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { endpointAddress } from './endpoints/endpoint_address.js'
import Endpoint from './endpoints/endpoint.js'
import { MAX_ENDPOINTS } from './endpoints/endpoint_limit.js'
import { EndpointSecret } from './endpoints/endpoint_secret.js'
import TooManyEndpoints from './errors/too_many_endpoints.js'

export interface Copies {
  /** Their secrets are not to be had again. */
  made: { endpoint: Endpoint; secret: Secret<string> }[]
  /** Addresses that live tells already. */
  present: string[]
}

interface Draft {
  id: string
  from: Endpoint
  url: string
  secret: Secret<string>
  sealed: Buffer
}

/** Rows first, as everybody who changes endpoints does; the account's chain makes those wait who found none to lock. */
const LOCKS = [
  { text: 'select id from webhook_endpoints for update' },
  { text: 'select sequence from chain_head for update' },
]

/** Endpoints of the sandbox, once more for live: the same address, name, events and choice of values, with secrets of their own. */
export const LiveCopies = {
  /**
   * Called in live, outside of a unit. An address that live tells already is left alone, so that nothing arrives twice however often
   * this is asked for. All of the others are made, or none. The caller may read all documents, values included.
   *
   * @param ids  of endpoints of the sandbox; others are passed over
   * @param within  what else belongs into the unit in which they are made
   * @throws FeatureNotInPlan, UrlForbidden, TooManyEndpoints
   */
  async make(
    ids: readonly string[],
    status: 'enabled' | 'paused',
    by: Actor,
    within?: (copies: Copies) => Promise<void>
  ): Promise<Copies> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('webhooks')
    const drafts = await Promise.all((await ofSandbox(ids)).map(draft))
    return unit(async () => {
      await CurrentTenant.batch(LOCKS)
      const known = await Endpoint.newestFirst()
      const { wanted, present } = sorted(drafts, known)
      if (known.length + wanted.length > MAX_ENDPOINTS) throw new TooManyEndpoints(MAX_ENDPOINTS)
      const made = []
      for (const one of wanted) made.push(await register(one, status, by))
      await within?.({ made, present })
      return { made, present }
    })
  },
}

function ofSandbox(ids: readonly string[]): Promise<Endpoint[]> {
  const { tenant } = CurrentTenant.get()
  return CurrentTenant.run({ tenant, environment: 'test' }, () =>
    Endpoint.query()
      .whereIn('id', [...ids])
      .orderBy('created_at')
      .orderBy('id')
  )
}

/** All that waits for something else than PostgreSQL. */
async function draft(from: Endpoint): Promise<Draft> {
  const id = newId('wh', 'live')
  const url = await endpointAddress(from.url)
  const secret = EndpointSecret.generate()
  return { id, from, url, secret, sealed: await EndpointSecret.seal(id, secret) }
}

function sorted(drafts: readonly Draft[], known: readonly Endpoint[]) {
  const taken = new Set(known.map(({ url }) => url))
  const wanted: Draft[] = []
  const present: string[] = []
  for (const one of drafts) {
    if (taken.has(one.url)) present.push(one.url)
    else wanted.push(one)
    taken.add(one.url)
  }
  return { wanted, present }
}

async function register(
  { id, from, url, secret, sealed }: Draft,
  status: 'enabled' | 'paused',
  by: Actor
) {
  const now = clock.now()
  const { name, events, includeValues } = from
  const details = { url, name, events, includeValues, status }
  const row = { id, ...details, secret: sealed, createdAt: now, updatedAt: now }
  const endpoint = await Endpoint.create(row)
  await SecurityTrail.append({
    action: 'webhook.copied_to_live',
    actor: by,
    details: { webhookId: id, fromId: from.id, status, ...(includeValues && { includeValues }) },
  })
  return { endpoint, secret }
}

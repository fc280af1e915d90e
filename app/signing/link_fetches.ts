import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { tenantClock } from '#app/tenancy/tenant_clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox'
import type { Visit } from './visit.js'

const HOUR_MS = 3_600_000
const MAX_VISITORS = 50_000

/** Fetches within this time are counted together: a link that many look at is not one row that all of them write. */
const COUNTED_AFTER_MS = 1_000

/** Visitors of this process within the hour: they are only counted. */
const known = new LRUCache<string, true>({ max: MAX_VISITORS, ttl: HOUR_MS })

/** How often they came since they were last counted. */
const uncounted = new Map<string, number>()

/**
 * A GET of a signing link changes nothing. That it happened is written down beside the request and becomes one entry per signer, address
 * and agent an hour, by the queue; the rest is counted. Scanners of links fetch a lot, and open nothing.
 */
export const LinkFetches = {
  async note(signerId: string, { ipAddress, userAgent }: Visit): Promise<void> {
    const hour = Math.floor(tenantClock.now().getTime() / HOUR_MS)
    const id = `${signerId}-${hour}-${sha256Hex(`${ipAddress}|${userAgent}`).slice(0, 16)}`
    if (known.has(id)) return countSoon(id)
    known.set(id, true)
    await unit(() => first(id, signerId, { ipAddress, userAgent }))
  },
}

async function first(id: string, signerId: string, { ipAddress, userAgent }: Visit): Promise<void> {
  const [[row]] = await CurrentTenant.batch([
    {
      text: `insert into link_fetches (id, signer_id, ip_address, user_agent, first_at)
             select $1, id, $3, $4, $5 from signers where id = $2
             on conflict (id) do update set fetches = link_fetches.fetches + 1 returning fetches`,
      values: [id, signerId, ipAddress, userAgent, tenantClock.now()],
    },
  ])
  // a sandbox may have been reset since the link was found: then there is nobody left to write it down for
  if (row?.fetches === 1) Outbox.append({ kind: 'link.fetched', ref: id })
}

/** What waits is lost with the process: the entry in the trail is not. */
async function countSoon(id: string): Promise<void> {
  const before = uncounted.get(id) ?? 0
  uncounted.set(id, before + 1)
  if (before > 0) return
  await pause(COUNTED_AFTER_MS, undefined, { ref: false })
  const fetches = uncounted.get(id)
  uncounted.delete(id)
  const text = 'update link_fetches set fetches = fetches + $2 where id = $1'
  await CurrentTenant.batch([{ text, values: [id, fetches] }])
}

import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { type Countable, CountedEntries } from '#app/documents/evidence/counted_entries'
import { HOUR_MS } from '#app/foundation/duration'
import type Signer from '#app/documents/signers/signer'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import type { ClientInfo } from './signer_client.js'

const MAX_VISITORS = 50_000

/** How many visitors one signer’s trail distinguishes in an hour. */
export const MAX_NAMED_VISITORS = 20

/** Fetches within this time are counted together: a link that many look at is not one row that all of them write. */
const COUNTED_AFTER_MS = 1_000

/** Visitors of this process within the hour, and signers who have had too many to tell apart: they are only counted. */
const known = new LRUCache<string, true>({ max: MAX_VISITORS, ttl: HOUR_MS })

/** How often they came since they were last counted. */
const uncounted = new Map<string, number>()

type Fetched = Pick<Signer, 'id' | 'documentId' | 'name' | 'tokenSha256'>

/** Twenty at once would each see nineteen. */
const ONE_BY_ONE =
  'select token_sha256 = $2 as is_in_force from signers where id = $1 for no key update'
const FIRST = `
  with visitors as (select count(*) as told, coalesce(bool_or(id = $1), false) as is_known from link_fetches where signer_id = $3 and starts_with(id, $2))
  insert into link_fetches (id, signer_id, ip_address, user_agent, first_at)
  select $1, s.id, $4, $5, $6 from signers s, visitors where s.id = $3 and s.token_sha256 = $7 and (told < ${MAX_NAMED_VISITORS} or is_known)
  on conflict (id) do update set fetches = link_fetches.fetches + 1 returning fetches`

/**
 * A GET of a signing link changes nothing. That it happened is written down beside the request and becomes one entry per signer, address
 * and agent an hour, by the queue; the rest is counted. Scanners of links fetch a lot, and open nothing. Of one signer in one hour
 * twenty visitors are told apart; all others are one count, because anybody with the link can come under any number of names.
 */
export const LinkFetches = {
  async note(signer: Fetched, { ipAddress, userAgent }: ClientInfo): Promise<void> {
    const hour = Math.floor((await tenantClock.read()).getTime() / HOUR_MS)
    const ofHour = `${signer.id}-${hour}-`
    const id = ofHour + sha256Hex(`${signer.tokenSha256}|${ipAddress}|${userAgent}`).slice(0, 16)
    if (known.has(id)) return countSoon(id, (times) => more(id, times))
    if (known.has(ofHour)) return countSoon(ofHour, (times) => others(signer, times))
    const client = { ipAddress, userAgent }
    const outcome = await unit(() => first(id, ofHour, signer, client))
    if (outcome === 'named') known.set(id, true)
    if (outcome === 'crowded') {
      known.set(ofHour, true)
      await others(signer, 1)
    }
  },
}

/** @returns whether this visitor is one of those that are told apart, or of a link that has died since, of which there is nothing to tell */
async function first(
  id: string,
  ofHour: string,
  { id: signerId, tokenSha256 }: Fetched,
  { ipAddress, userAgent }: ClientInfo
): Promise<'named' | 'crowded' | 'dead'> {
  const client = [ipAddress, userAgent, tenantClock.now()]
  const [[signer], [row]] = await CurrentTenant.batch([
    { text: ONE_BY_ONE, values: [signerId, tokenSha256] },
    { text: FIRST, values: [id, ofHour, signerId, ...client, tokenSha256] },
  ])
  if (row?.fetches === 1) Outbox.append({ kind: 'link.fetched', ref: id })
  if (!signer?.is_in_force) return 'dead'
  return row ? 'named' : 'crowded'
}

async function more(id: string, times: number): Promise<void> {
  const text = 'update link_fetches set fetches = fetches + $2 where id = $1'
  await CurrentTenant.batch([{ text, values: [id, times] }])
}

function others({ id, documentId, name }: Fetched, times: number): Promise<void> {
  const unnamed: Countable = {
    documentId,
    action: 'link.fetched',
    actor: { type: 'signer', id, name },
    sameness: `others|${id}`,
    details: { others: true },
  }
  return CountedEntries.note([unnamed], times)
}

/** What waits is lost with the process: the entry in the trail is not. */
async function countSoon(name: string, write: (times: number) => Promise<void>): Promise<void> {
  const before = uncounted.get(name) ?? 0
  uncounted.set(name, before + 1)
  if (before > 0) return
  await pause(COUNTED_AFTER_MS, undefined, { ref: false })
  const times = uncounted.get(name) ?? 0
  uncounted.delete(name)
  await write(times)
}

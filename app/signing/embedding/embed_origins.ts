import type { Actor } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'
import TooManyEmbedOrigins from '../errors/too_many_embed_origins.js'

/** In each environment of a tenant. */
export const MAX_EMBED_ORIGINS = 50

export type EmbedOrigin = RowOf<'embed_origins'>

const ALLOW = `
  insert into embed_origins (origin, created_by, created_at) values ($1, $2, $3) on conflict do nothing returning origin`

/** Whose pages may show signing pages and field editors in a frame: origins as browsers send them. */
export const EmbedOrigins = {
  /** Part of a batch that reads more. */
  reading(): Query<EmbedOrigin> {
    return query('select * from embed_origins order by created_at, origin', [])
  },

  /**
   * In the unit of the change; an origin that is allowed already stays, without another entry in the trail.
   *
   * @throws TooManyEmbedOrigins
   */
  async allow(origin: string, by: Actor): Promise<void> {
    // the end of the trail is locked first: of two who allow the last one at once, the second counts the first's
    await SecurityTrail.lock()
    const [added, [{ count }]] = await CurrentTenant.batch([
      query<RowOf<'embed_origins', 'origin'>>(ALLOW, [origin, by.id ?? '', clock.now()]),
      query<{ count: number }>('select count(*)::int as count from embed_origins', []),
    ])
    if (added.length === 0) return
    if (count > MAX_EMBED_ORIGINS) throw new TooManyEmbedOrigins(MAX_EMBED_ORIGINS)
    await note('embedding.origin_allowed', origin, by)
  },

  /** Links that were made for it open nothing any more, and pages that show one lose it with the next request. */
  async forbid(origin: string, by: Actor): Promise<void> {
    await unit(async () => {
      const text = 'delete from embed_origins where origin = $1 returning origin'
      const [gone] = await CurrentTenant.batch([{ text, values: [origin] }])
      if (gone.length > 0) await note('embedding.origin_removed', origin, by)
    })
  },
}

async function note(action: AccountAction, origin: string, actor: Actor): Promise<void> {
  const { environment } = CurrentTenant.get()
  await SecurityTrail.append({ action, actor, details: { origin, environment } })
}

import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import ApiKey from '#app/identity/keys/api_key'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { RowOf } from '#app/tenancy/row'
import { query, type Query } from '#app/tenancy/statement'

/** As long as what they did is known. */
const SHOWN_AFTER_END_MS = 30 * DAY_MS
const MOST_SHOWN = 200

/** A key, who made it, what works with it, and which key it replaces. */
type KeyRow = RowOf<'api_keys'> & {
  maker_name: string
  /** Whether its maker has left, and may still know it. */
  is_known_outside: boolean
  integration_name: string | null
  replaces: string | null
}

export type ListedKey = ApiKey & { listed: KeyRow }

const KEY = `
  select k.*, u.name as maker_name, u.disabled_at is not null as is_known_outside,
         i.name as integration_name, s.id as replaces
    from api_keys k join users u on u.id = k.created_by
    left join integrations i on i.key_id = k.id
    left join api_keys s on s.replaced_by = k.id
   where k.environment = $1`

/** Keys with the integrations that use them, as parts of a batch that reads more. */
export const ListedKeys = {
  /** Of an environment, newest first: those in force, and those that ended of late. */
  all(environment: Environment): Query<KeyRow> {
    const since = new Date(clock.now().getTime() - SHOWN_AFTER_END_MS)
    const text = `${KEY} and (k.revoked_at is null or k.revoked_at > $2) and (k.expires_at is null or k.expires_at > $2)
    order by k.created_at desc, k.id desc limit ${MOST_SHOWN}`
    return query(text, [environment, since])
  },

  /** One, whatever has become of it. */
  one(environment: Environment, id: string): Query<KeyRow> {
    return query(`${KEY} and k.id = $2`, [environment, id])
  },

  from(rows: readonly KeyRow[]): ListedKey[] {
    return modelsOf(ApiKey, rows).map((key, place) => Object.assign(key, { listed: rows[place] }))
  },
}

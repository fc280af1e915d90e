import ApiKey from '#app/identity/api_key'
import { modelsOf } from '#app/tenancy/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'

export const KEYS: Statement = {
  text: `select k.*, u.disabled_at is not null as is_known_outside
    from api_keys k join users u on u.id = k.created_by where k.revoked_at is null order by k.created_at desc, k.id desc`,
}

/** One that is still in force. */
export const KEY = 'select * from api_keys where id = $1 and revoked_at is null'

export interface ListedKey {
  id: string
  name: string
  prefix: string
  lastFour: string
  lastUsedAt: Date | null
  createdAt: Date
  /** To somebody who made it and has left. */
  isKnownOutside: boolean
}

/** The keys that are in force, of each environment. */
export function listedKeys(rows: readonly Row[]): { live: ListedKey[]; test: ListedKey[] } {
  const keys = modelsOf(ApiKey, rows)
  const of = (environment: string) =>
    keys.filter((key) => key.environment === environment).map(listed)
  return { live: of('live'), test: of('test') }
}

export function listed(key: ApiKey): ListedKey {
  const { id, name, prefix, lastFour, lastUsedAt, createdAt } = key
  const isKnownOutside = key.$extras.is_known_outside === true
  return { id, name, prefix, lastFour, lastUsedAt, createdAt, isKnownOutside }
}

import ApiKey from '#app/identity/api_key'
import { modelsOf } from '#app/tenancy/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'

export const KEYS: Statement = {
  text: 'select * from api_keys where revoked_at is null order by created_at desc, id desc',
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
}

/** The keys that are in force, of each environment. */
export function listedKeys(rows: readonly Row[]): { live: ListedKey[]; test: ListedKey[] } {
  const keys = modelsOf(ApiKey, rows)
  const of = (environment: string) =>
    keys.filter((key) => key.environment === environment).map(listed)
  return { live: of('live'), test: of('test') }
}

export function listed({ id, name, prefix, lastFour, lastUsedAt, createdAt }: ApiKey): ListedKey {
  return { id, name, prefix, lastFour, lastUsedAt, createdAt }
}

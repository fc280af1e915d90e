import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'

/** How far a new account has come. */
export interface Beginnings {
  has_sent: boolean
  has_colleagues: boolean
}

/** Of the account and its live documents. */
export const BEGINNINGS = query<Beginnings>(`
  select exists (select 1 from documents where sent_at is not null) as has_sent,
         (select count(*) from (select 1 from users where removed_at is null limit 2) u) > 1 as has_colleagues`)

/** The sandbox is no beginning. */
export const NO_BEGINNINGS = query<Beginnings>(
  'select false as has_sent, false as has_colleagues where false'
)

const SOME = query<{ is_there: boolean }>('select exists (select 1 from documents) as is_there')

/** Whether the entered environment holds any document, no matter who may see it. */
export async function hasDocuments(): Promise<boolean> {
  const [[{ is_there: isThere }]] = await CurrentTenant.batch([SOME])
  return isThere
}

import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import type { NewTenant } from './provisioning/new_tenant.js'
import Settings from './settings.js'
import NewAccountLimit from './errors/new_account_limit.js'
import OwnerUnverified from './errors/owner_unverified.js'
import TenantSuspended from './errors/tenant_suspended.js'

const BUFFER = Symbol('documents sent in the unit')

interface Limited {
  daily_documents: number | null
  /** Whether its owner's address is proved. */
  is_proved: boolean
  /** Since when nothing is sent. */
  suspended_at: Date | null
}

const SENDING_LIMIT = `
  select exists (select 1 from users where role = 'owner' and verified_at is not null) as is_proved,
         case when capped_until > $1 then daily_documents end as daily_documents,
         suspended_at from standing`

/** The day's row is locked by it, so that of many sends at once each sees those before it. */
const COUNT = `
  insert into live_days as d (day, sent) select $1::date, $2::int where $2::int <= $3::int
  on conflict (day) do update set sent = d.sent + excluded.sent where d.sent + excluded.sent <= $3::int
  returning sent`

/** What holds for a tenant that nobody knows yet, whatever its plan: an owner who can be reached, and few documents a day. */
export const Probation = {
  /** For the row of a tenant that is ordered: how many documents a day, and until when. */
  async terms({ isTrusted = false }: NewTenant, client?: QueryClientContract) {
    const { newTenantDays, newTenantDocuments } = await Settings.current(client)
    if (isTrusted || newTenantDays === 0) return { dailyDocuments: null, cappedUntil: null }
    const cappedUntil = new Date(clock.now().getTime() + newTenantDays * DAY_MS)
    return { dailyDocuments: newTenantDocuments, cappedUntil }
  },

  /**
   * Asked for each document that is sent live, and answered at the end of the unit, which fails with TenantSuspended, OwnerUnverified or NewAccountLimit. Whether
   * the account is suspended was asked when the request began, too, but files may have taken long since.
   */
  admit(): void {
    if (CurrentTenant.get().environment === 'test') return
    CurrentTenant.buffer<true>(BUFFER).push(true)
    CurrentTenant.beforeCommit('probation', judge)
  },
}

/** @throws TenantSuspended, OwnerUnverified, NewAccountLimit */
async function judge(): Promise<void> {
  const now = clock.now()
  const sent = CurrentTenant.buffer<true>(BUFFER).splice(0).length
  const [[row]] = await CurrentTenant.batch([query<Limited>(SENDING_LIMIT, [now])])
  if (row.suspended_at !== null) throw new TenantSuspended()
  if (!row.is_proved) throw new OwnerUnverified()
  const limit = row.daily_documents
  if (limit === null) return
  const day = now.toISOString().slice(0, 10)
  const [counted] = await CurrentTenant.batch([{ text: COUNT, values: [day, sent, limit] }])
  if (counted.length === 0) throw new NewAccountLimit(limit, DAY_MS - (now.getTime() % DAY_MS))
}

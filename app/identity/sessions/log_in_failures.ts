import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { query } from '#app/tenancy/statement'

/** Addresses that are told apart for one person, and rows of an hour in all. */
export const MAX_ADDRESSES = 5
export const MAX_ROWS = 50

/** Whether the account exists makes no difference to what is done here: one statement finds it and counts. */
const COUNTED = `
  with account as (select coalesce((select id from users where email = $2 and removed_at is null), '') as id),
  place as (
    select id as user_id, $4::text as ip_address,
           exists (select from log_in_failures where hour = $3 and user_id = account.id and ip_address = $4) as is_known,
           (select count(*) from log_in_failures where hour = $3 and user_id = account.id and ip_address <> '') >= ${MAX_ADDRESSES} as is_spread,
           (select count(*) from log_in_failures where hour = $3) >= ${MAX_ROWS} as is_flood
      from account)
  insert into log_in_failures (id, hour, user_id, ip_address)
  select $1, $3, case when is_flood and not is_known then '' else user_id end,
         case when (is_spread or is_flood) and not is_known then '' else ip_address end
    from place
  on conflict (hour, user_id, ip_address) do update set tries = log_in_failures.tries + 1
  returning tries`

interface Open {
  tries: number
  /** The hour that the first of them began in. */
  since: Date | null
}

/**
 * Log-ins that fail are counted by person, address and hour, and written into the security trail when the hour is over. However many
 * come from however many places, an hour makes only so many rows and entries.
 */
export const LogInFailures = {
  /** Those of this hour, which no entry tells of yet. */
  open: query<Open>(
    'select coalesce(sum(tries), 0)::int as tries, min(hour) as since from log_in_failures'
  ),

  async note(email: string, ipAddress: string): Promise<void> {
    const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS)
    const id = newId('lif')
    const values = [id, email.trim().toLowerCase(), hour, ipAddress]
    await unit(async () => {
      const [[counted]] = await CurrentTenant.batch([query<{ tries: number }>(COUNTED, values)])
      const dueAt = new Date(hour.getTime() + HOUR_MS)
      if (counted.tries === 1) Outbox.append({ kind: 'log_in.failed', ref: id, dueAt })
    })
  },
}

import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

/** Addresses that are told apart for one operator, and for all that is typed that none of them has. */
export const MAX_ADDRESSES = 5

/** Whether an operator has the address makes no difference to what is done here: one statement finds them and counts. */
const COUNTED = `
  with account as (select coalesce((select id from operators where email = :email), '') as id),
  place as (
    select id as operator_id,
           exists (select from operator_log_in_failures where hour = :hour and operator_id = account.id and ip_address = :ip) as is_known,
           (select count(*) from operator_log_in_failures where hour = :hour and operator_id = account.id and ip_address <> '') >= ${MAX_ADDRESSES} as is_spread
      from account)
  insert into operator_log_in_failures (id, hour, operator_id, ip_address)
  select :id, :hour, operator_id, case when is_spread and not is_known then '' else :ip end from place
  on conflict (hour, operator_id, ip_address) do update set tries = operator_log_in_failures.tries + 1
  returning tries`

const TAKEN = `
  with taken as (delete from operator_log_in_failures where id = ? returning *)
  select taken.*, operators.email from taken left join operators on operators.id = taken.operator_id`

const OPEN =
  'select coalesce(sum(tries), 0)::int as tries, min(hour) as since from operator_log_in_failures'

interface Failure {
  operator_id: string
  ip_address: string
  hour: Date
  tries: number
  email: string | null
}

/**
 * Wrong passwords at the platform's login, counted by operator, address and hour, and written into the operators' chain when the
 * hour is over. There are few operators, so that an hour makes few rows and entries, however many tries come from however many places.
 */
export const OperatorLogInFailures = {
  async note(email: string, ipAddress: string): Promise<void> {
    const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS)
    const counted = { id: newId('lif'), email: email.trim().toLowerCase(), ip: ipAddress, hour }
    await platformTransaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { tries: number }[] }>(COUNTED, counted)
      if (rows[0].tries > 1) return
      const dueAt = new Date(hour.getTime() + HOUR_MS)
      await PlatformOutbox.append(trx, { kind: 'operator_log_in_failed', ref: counted.id, dueAt })
    })
  },

  /** What no entry tells of yet. */
  async open(): Promise<{ tries: number; since: Date | null }> {
    const { rows } = await db
      .connection('platform')
      .rawQuery<{ rows: [{ tries: number; since: Date | null }] }>(OPEN)
    return rows[0]
  },

  /** The platform's work `operator_log_in_failed`: an hour's failures become an entry, once. */
  async record(id: string): Promise<void> {
    await platformTransaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: Failure[] }>(TAKEN, [id])
      if (rows.length > 0) await write(rows[0], trx)
    })
  },
}

/** Nobody knows who it was. An operator is named only where there is one. */
async function write(failure: Failure, trx: TransactionClientContract): Promise<void> {
  const { operator_id: operatorId, ip_address: ipAddress, hour, tries, email } = failure
  const actor = { type: 'system', id: 'log_in', name: 'Somebody' } as const
  await PlatformTrail.append(
    {
      action: 'operator.log_in_failed',
      actor: ipAddress ? { ...actor, ipAddress } : actor,
      details: {
        tries,
        hour: hour.toISOString(),
        ...(operatorId ? { operatorId } : { account: 'unknown here' }),
        ...(!ipAddress && { from: 'many addresses' }),
      },
      personal: { account: email },
    },
    trx
  )
}

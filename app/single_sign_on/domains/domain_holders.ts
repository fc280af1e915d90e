import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

const TABLE = 'email_domains'

/** Who has proved a domain: a tenant, by what its record says. */
export interface Holder {
  tenantId: string
  challenge: string
}

/**
 * Which tenant of the platform has proved a domain by its DNS: one at a time. The first to publish its record has it; another tenant takes it over when
 * its record is there and the holder's is gone, for it is the DNS that says whose a domain is.
 */
export const DomainHolders = {
  async of(domain: string): Promise<Holder | null> {
    const row = await db.connection('platform').from(TABLE).where({ domain }).first()
    return row ? holderOf(row) : null
  },

  /**
   * @param gone  a holder whose record was seen to be gone
   * @returns whether it is the tenant's from now on
   */
  async take(
    domain: string,
    { tenantId, challenge }: Holder,
    gone: Holder | null
  ): Promise<boolean> {
    return platformTransaction(async (trx) => {
      const row = { domain, tenant_id: tenantId, challenge, proved_at: clock.now() }
      await trx.insertQuery().table(TABLE).insert(row).onConflict('domain').ignore()
      const holder = (await locked(domain, trx))!
      if (holder.tenantId !== tenantId && !isSame(holder, gone)) return false
      if (isSame(holder, { tenantId, challenge })) return true
      await trx.from(TABLE).where({ domain }).update(row)
      if (holder.tenantId !== tenantId)
        await PlatformOutbox.append(trx, { kind: 'settle_email_domains', ref: holder.tenantId })
      return true
    })
  },

  /** Nobody else takes it while the work is done. */
  async whileHeld<T>(
    domain: string,
    tenantId: string,
    work: (isOurs: boolean) => Promise<T>
  ): Promise<T> {
    return platformTransaction(async (trx) => {
      const holder = await locked(domain, trx)
      return work(holder?.tenantId === tenantId)
    })
  },

  /** Another tenant may have it. */
  async release(domain: string, tenantId: string): Promise<void> {
    await db.connection('platform').from(TABLE).where({ domain, tenant_id: tenantId }).delete()
  },
}

async function locked(domain: string, trx: TransactionClientContract): Promise<Holder | null> {
  const row = await trx.from(TABLE).where({ domain }).forUpdate().first()
  return row ? holderOf(row) : null
}

function holderOf(row: { tenant_id: string; challenge: string }): Holder {
  return { tenantId: row.tenant_id, challenge: row.challenge }
}

function isSame(one: Holder, other: Holder | null): boolean {
  return one.tenantId === other?.tenantId && one.challenge === other.challenge
}

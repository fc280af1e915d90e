import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Domain from './domain.js'
import { tenantResolver } from '../hosts/tenant_resolver.js'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'

/** A change of who may have a host: one at a time for each. All processes look hosts up anew after it. */
export async function whileHostIsLocked<T>(
  host: string,
  work: (trx: TransactionClientContract) => Promise<T>
): Promise<T> {
  const result = await platformTransaction(async (trx) => {
    await lockHost(host, trx)
    return work(trx)
  })
  tenantResolver.forget()
  return result
}

/** Until the transaction ends. */
export async function lockHost(host: string, client: TransactionClientContract): Promise<void> {
  await client.rawQuery('insert into claimed_hosts (host) values (?) on conflict do nothing', [
    host,
  ])
  await client.from('claimed_hosts').where({ host }).forUpdate().select('host')
}

/** The row as it is now, and until the transaction ends. */
export function lockedDomain(
  id: string,
  client: TransactionClientContract
): Promise<Domain | null> {
  return Domain.query({ client }).where({ id }).forUpdate().first()
}

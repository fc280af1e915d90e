import { isEmailAddress } from '#app/foundation/email_address'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Connection from './connection.js'
import { ProvedDomains } from './proved_domains.js'

/**
 * Whether an address leads to the tenant's provider: its domain decides, so that the answer is the same whether anybody has the address. In the live
 * scope.
 */
export async function leadsToProvider(email: string): Promise<boolean> {
  const address = email.trim().toLowerCase()
  if (!isEmailAddress(address)) return false
  const [providers, proofs] = await CurrentTenant.batch([
    Connection.button,
    ProvedDomains.holding(address),
  ])
  return providers.length > 0 && proofs.length > 0
}

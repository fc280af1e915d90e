import { clock } from '#app/foundation/clock'
import { randomToken } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'

/** Domains of which it is known that they are the tenant's. */
export const ProvedDomains = {
  /** Whether an address is of one of them; a subdomain is another domain. */
  holding(email: string): Statement {
    const domain = email.slice(email.lastIndexOf('@') + 1)
    return {
      text: 'select 1 from sso_domains where domain = $1 and proved_at is not null',
      values: [domain],
    }
  },

  /** By the word of the platform's operator, in the unit that says so in the trail. */
  async vouchFor(domain: string): Promise<void> {
    const now = clock.now()
    const text = `insert into sso_domains (domain, challenge, proof, proved_at, checked_at, created_at)
      values ($1, $2, 'operator', $3, $3, $3)
      on conflict (domain) do update set proof = 'operator', proved_at = $3, checked_at = $3`
    await CurrentTenant.batch([{ text, values: [domain, randomToken(), now] }])
  },

  async exist(): Promise<boolean> {
    const text = 'select 1 from sso_domains where proved_at is not null limit 1'
    const [proofs] = await CurrentTenant.batch([{ text }])
    return proofs.length > 0
  },
}

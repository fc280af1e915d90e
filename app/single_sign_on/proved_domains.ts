import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { randomToken } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { isPublicMailDomain } from './domains/public_mail_domain.js'
import EmailDomainRefused from './errors/email_domain_refused.js'

/** Domains of which it is known that they are the tenant's. */
export const ProvedDomains = {
  /** Whether an address is of one of them; a subdomain is another domain. */
  holding(email: string): Statement {
    return {
      text: 'select 1 from sso_domains where domain = $1 and proved_at is not null',
      values: [domainOf(email)],
    }
  },

  /** The same of those by which an owner comes in as well. */
  lettingIn(email: string): Statement {
    const { text, values } = ProvedDomains.holding(email)
    return { text: `${text} and lets_owners_in`, values }
  },

  /**
   * By the word of the platform's operator, in the unit that says so in the trail. It may stand for several tenants, of one company, say.
   *
   * @throws EmailDomainRefused where everybody may have an address
   */
  async vouchFor(domain: string): Promise<void> {
    if (isPublicMailDomain(domain)) throw new EmailDomainRefused('public_mail')
    const now = clock.now()
    const text = `insert into sso_domains (domain, id, challenge, proof, status, lets_owners_in, proved_at, checked_at, created_at)
      values ($1, $2, $3, 'operator', 'proved', true, $4, $4, $4)
      on conflict (domain) do update set proof = 'operator', status = 'proved', lets_owners_in = true,
        is_taken = false, failing_since = null, proved_at = $4, checked_at = $4`
    await CurrentTenant.batch([{ text, values: [domain, newId('ssd'), randomToken(), now] }])
  },

  /** Whether an owner may come in by what the provider says, now or once a record is found again. */
  async letOwnersIn(): Promise<boolean> {
    const text = 'select 1 from sso_domains where lets_owners_in limit 1'
    const [found] = await CurrentTenant.batch([{ text }])
    return found.length > 0
  },
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { newId } from '#app/foundation/identifier'
import { randomToken } from '#app/foundation/opaque_token'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { readHost } from '#app/tenants/domains/host_name'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import EmailDomainRefused from '../errors/email_domain_refused.js'
import { requireOwner } from '../owners.js'
import { DomainHolders } from './domain_holders.js'
import EmailDomain from './email_domain.js'
import { watch } from './email_domain_watch.js'
import { isPublicMailDomain } from './public_mail_domain.js'

const MAX_DOMAINS = 50
/** Time to write the record. */
const FIRST_CHECK_MS = MINUTE_MS

/** What a tenant decides about the domains of its addresses, in the live scope. */
export const EmailDomainRegister = {
  /** It counts once its record was found. @throws FeatureNotInPlan, HostRefused, EmailDomainRefused */
  async add(typed: string, by: Actor): Promise<EmailDomain> {
    const entitlements = await TenantEntitlements.current()
    entitlements.require('sso')
    const domain = read(typed)
    return unit(async () => {
      // it locks the account: of two who add the same at once, the second finds the first's
      await SecurityTrail.append({ action: 'sso.domain_added', actor: by, details: { domain } })
      const all = await EmailDomain.ofTenant()
      if (all.some((one) => one.domain === domain)) throw new EmailDomainRefused('added')
      if (all.length >= MAX_DOMAINS) throw new EmailDomainRefused('too_many')
      const made = await EmailDomain.create({
        ...{ domain, id: newId('ssd'), challenge: randomToken(), createdAt: clock.now() },
        ...{ status: 'pending', proof: null, provedAt: null, checkedAt: null, findings: null },
        ...{ letsOwnersIn: false, isTaken: false, failingSince: null },
      })
      watch(made, FIRST_CHECK_MS)
      return made
    })
  },

  /**
   * Whether owners with such an address come in by the provider. That is an owner's to say: an administrator may connect a provider and prove a domain,
   * and must not become an owner by what either says.
   *
   * @throws OwnerRequired
   */
  async letOwnersIn(id: string, letsOwnersIn: boolean, by: Actor): Promise<void> {
    await unit(async () => {
      const domain = await EmailDomain.locked(id)
      if (!domain || domain.letsOwnersIn === letsOwnersIn) return
      const action = letsOwnersIn ? 'sso.owners_let_in' : 'sso.owners_kept_out'
      await SecurityTrail.append({ action, actor: by, details: { domain: domain.domain } })
      await requireOwner(by)
      await domain.merge({ letsOwnersIn }).save()
    })
  },

  /** People who joined through it stay members. @throws OwnerRequired if owners join through it */
  async remove(id: string, by: Actor): Promise<void> {
    const domain = await EmailDomain.findBy('id', id)
    if (!domain) return
    if (domain.letsOwnersIn) await requireOwner(by)
    // first: a proof that nobody has down is found out by the next look, one that is down for nobody would stay
    await DomainHolders.release(domain.domain, CurrentTenant.get().tenant.id)
    faultPoint('email_domain.released')
    await unit(async () => {
      const locked = await EmailDomain.locked(id)
      if (!locked) return
      const details = { domain: locked.domain }
      await SecurityTrail.append({ action: 'sso.domain_removed', actor: by, details })
      if (locked.letsOwnersIn) await requireOwner(by)
      await locked.delete()
    })
  },
}

function read(typed: string): string {
  const text = typed.trim().replace(/^.*@/, '')
  if (text === '') throw new EmailDomainRefused('missing')
  const domain = readHost(text)
  if (isPublicMailDomain(domain)) throw new EmailDomainRefused('public_mail')
  return domain
}

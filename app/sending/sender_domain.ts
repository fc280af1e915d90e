import { DAY_MS } from '#app/foundation/duration'
import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertionOf } from '#app/tenancy/models/model_rows'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { readHost } from '#app/tenants/domains/host_name'
import Sender from './sender.js'
import SenderKey from './sender_key.js'
import { checkNow, watch } from './sender_watch.js'
import { verdictAbout } from './sender_findings.js'
import SenderDomainRefused from './errors/sender_domain_refused.js'

/** A retired key's record is needed for as long as mails that it signed are on their way. */
export const RETIREMENT_MS = 7 * DAY_MS

const NONE = {
  ...{ domain: null, domainAddress: null, domainStatus: null, domainSince: null },
  ...{ findings: null, checkedAt: null, hasReturn: false },
}

/** A domain of the account's own from which its mails come, signed with keys that we make and keep. */
export const SenderDomain = {
  /**
   * Mails come from `localPart@domain` once the record of the first key is found.
   *
   * @throws FeatureNotInPlan, HostRefused, SenderDomainRefused
   */
  async claim(localPart: string, typed: string, by: Actor): Promise<Sender> {
    const domain = readHost(typed)
    const entitlements = await TenantEntitlements.current()
    entitlements.require('senderDomain')
    const keys = await Promise.all([
      SenderKey.make(domain, 'active'),
      SenderKey.make(domain, 'standby'),
    ])
    return change(async (sender) => {
      const isSame = sender.domain === domain
      if (!isSame) await replaceKeys(keys)
      const claimed = {
        ...NONE,
        domain,
        domainStatus: 'pending' as const,
        domainSince: clock.now(),
      }
      if (!isSame) sender.merge({ ...claimed, generation: sender.generation + 1 })
      sender.merge({ domainAddress: `${localPart}@${domain}`, way: 'domain' })
      if (!isSame) watch(sender)
      return { action: 'sender.domain_claimed', actor: by, details: { domain } }
    })
  },

  /** The private halves of its keys are gone with it. */
  async release(by: Actor): Promise<Sender> {
    return change(async (sender) => {
      const { domain } = sender
      await replaceKeys([])
      const way = sender.way === 'domain' ? 'platform' : sender.way
      sender.merge({ ...NONE, way, generation: sender.generation + 1 })
      return { action: 'sender.domain_released', actor: by, details: { domain } }
    })
  },

  /**
   * The key that stood by signs from now on, and another is made to stand by.
   *
   * @throws SenderDomainRefused unless receivers can find it
   */
  async rotate(by: Actor): Promise<Sender> {
    const { domain, generation } = await Sender.current()
    if (!domain) throw new SenderDomainRefused('none')
    if (verdictAbout(await checkNow(), 'standby') !== 'found')
      throw new SenderDomainRefused('standby_missing')
    const next = await SenderKey.make(domain, 'standby')
    return change(async (sender) => {
      if (sender.generation !== generation) throw new SenderDomainRefused('changed')
      const { activeKey, standbyKey } = sender
      await retireAndPromote()
      await CurrentTenant.batch([insertionOf([next])])
      sender.merge({ generation: generation + 1 })
      watch(sender)
      const details = { domain, from: activeKey?.selector, to: standbyKey?.selector }
      return { action: 'sender.key_rotated', actor: by, details }
    })
  },
}

interface Entry {
  action: AccountAction
  actor: Actor
  details: Record<string, unknown>
}

async function change(work: (sender: Sender) => Promise<Entry>): Promise<Sender> {
  await unit(async () => {
    const sender = await Sender.lock()
    const entry = await work(sender)
    await sender.save()
    await SecurityTrail.append(entry)
  })
  return Sender.current()
}

async function replaceKeys(keys: readonly SenderKey[]): Promise<void> {
  const made = keys.map((key) => insertionOf([key]))
  await CurrentTenant.batch([{ text: 'delete from sender_keys' }, ...made])
}

/** A row for either role, so the one that signed goes first. */
async function retireAndPromote(): Promise<void> {
  const longGone = new Date(clock.now().getTime() - RETIREMENT_MS)
  await CurrentTenant.batch([
    { text: 'delete from sender_keys where retired_at < $1', values: [longGone] },
    {
      text: `update sender_keys set role = 'retired', private_key = null, retired_at = $1 where role = 'active'`,
      values: [clock.now()],
    },
    { text: `update sender_keys set role = 'active' where role = 'standby'` },
  ])
}

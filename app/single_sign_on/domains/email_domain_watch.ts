import { SYSTEM } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { checkText } from '#app/tenants/domains/domain_check'
import type { RecordFinding } from '#app/tenants/domains/domain_findings'
import Notice from '#app/tenants/notice'
import Tenant from '#app/tenants/tenant'
import { DomainHolders, type Holder } from './domain_holders.js'
import EmailDomain, { recordOf } from './email_domain.js'
import { moveOf, pauseAfter, type Move } from './email_domain_course.js'

const ACTION_OF: Record<Move, AccountAction> = {
  prove: 'sso.domain_proved',
  fail: 'sso.domain_failing',
  recover: 'sso.domain_proved',
  lapse: 'sso.domain_lapsed',
}

const CHANGES: Record<Move, (now: Date) => Partial<EmailDomain>> = {
  prove: (now) => ({ status: 'proved', proof: 'dns', provedAt: now, failingSince: null }),
  fail: (now) => ({ status: 'failing', failingSince: now }),
  recover: () => ({ status: 'proved', failingSince: null }),
  lapse: () => ({ status: 'lapsed', provedAt: null, failingSince: null }),
}

/** The work `sso.check_domain`, which waits for its next time in the outbox; its reference is the id of the domain. */
export default async function check(task: Task): Promise<void> {
  await EmailDomainWatch.check(task.ref)
  await unit(async () => {
    const domain = await EmailDomain.findBy('id', task.ref)
    if (domain && !domain.isVouchedFor) watch(domain, pauseAfter(domain, clock.now()))
    await Outbox.finish(task)
  })
}

/** Looked after from now on. In a unit. */
export function watch({ id }: EmailDomain, pauseMs: number): void {
  const dueAt = new Date(clock.now().getTime() + pauseMs)
  Outbox.append({ kind: 'sso.check_domain', ref: id, dueAt })
}

/** Looks, again and again, whether the record of a domain is there, and does what follows from it. In the live scope. */
export const EmailDomainWatch = {
  /** Two at once do no harm: what follows is decided under locks, from the row as it is then. A domain for which the operator vouches is left alone. */
  async check(id: string): Promise<void> {
    const domain = await EmailDomain.findBy('id', id)
    if (!domain || domain.isVouchedFor) return
    const finding = await checkText(domain.record)
    faultPoint('email_domain.checked')
    if (finding.verdict === 'found') await take(domain)
    faultPoint('email_domain.taken')
    const tenantId = ownId()
    // without the platform's word none counts, and none is given away while this is written down
    const after = await DomainHolders.whileHeld(domain.domain, tenantId, (isOurs) =>
      unit(() => settle(id, finding, isOurs))
    )
    if (!after || after.provedAt === null) await DomainHolders.release(domain.domain, tenantId)
  },

  /** Work of the platform: another tenant has one of them, or the tenant was taken in from an archive. */
  async settleAll(tenantId: string): Promise<void> {
    const tenant = await Tenant.find(tenantId)
    if (!tenant?.isReachable) return
    await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      for (const { id, proof } of await EmailDomain.ofTenant())
        if (proof === 'dns') await EmailDomainWatch.check(id)
    })
  },
}

function ownId(): string {
  return CurrentTenant.get().tenant.id
}

async function take({ domain, challenge }: EmailDomain): Promise<void> {
  const us = { tenantId: ownId(), challenge }
  const holder = await DomainHolders.of(domain)
  const isOther = holder !== null && holder.tenantId !== us.tenantId
  await DomainHolders.take(domain, us, isOther && (await isGone(domain, holder)) ? holder : null)
}

async function isGone(domain: string, { challenge }: Holder): Promise<boolean> {
  const { verdict } = await checkText(recordOf({ domain, challenge }))
  return verdict === 'missing' || verdict === 'wrong'
}

/** @returns the domain as it is then; null when it was removed meanwhile */
async function settle(
  id: string,
  findings: RecordFinding,
  isOurs: boolean
): Promise<EmailDomain | null> {
  const domain = await EmailDomain.locked(id)
  if (!domain || domain.isVouchedFor) return domain
  const now = clock.now()
  const move = moveOf(domain, { verdict: findings.verdict, isOurs }, now)
  const isTaken = findings.verdict === 'found' && !isOurs
  domain.merge({ findings, checkedAt: now, isTaken, ...(move && CHANGES[move](now)) })
  if (move) await tell(move, domain)
  return domain.save()
}

async function tell(move: Move, { domain }: EmailDomain): Promise<void> {
  await SecurityTrail.append({ action: ACTION_OF[move], actor: SYSTEM, details: { domain } })
  if (move === 'fail') await Notice.leave('sso.domain_failing', { domain })
  if (move === 'lapse') await Notice.leave('sso.domain_lapsed', { domain })
}

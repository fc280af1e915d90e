import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Notice from '#app/tenants/notice'
import Sender from './sender.js'
import { checkSender } from './sender_check.js'
import { pauseMs, statusAfter, type DomainStatus } from './sender_course.js'
import { verdictAbout, type SenderFindings } from './sender_findings.js'

/** The work `sender.check`, which waits for its next time in the outbox; its reference is the claim or rotation that it looks after. */
export default async function check(task: Task): Promise<void> {
  const sender = await Sender.current()
  const findings = await checkSender(sender)
  faultPoint('sender.checked')
  await unit(async () => {
    const isCurrent = await settle(sender.generation, findings)
    if (isCurrent && task.ref === String(sender.generation)) await again(task)
    else await Outbox.finish(task)
  })
}

/** Looks at once, since somebody has asked; the work that waits goes on as it would. */
export async function checkNow(): Promise<SenderFindings> {
  const { generation, ...sender } = await withFindings()
  await unit(() => settle(generation, sender.findings))
  return sender.findings
}

async function withFindings() {
  const sender = await Sender.current()
  return { generation: sender.generation, findings: await checkSender(sender) }
}

/** Looked after from now on; an earlier claim's work ends by itself. In the unit that moves the generation on. */
export function watch({ generation }: Sender): void {
  Outbox.append({ kind: 'sender.check', ref: String(generation) })
}

async function again(task: Task): Promise<void> {
  const sender = await Sender.current()
  const now = clock.now()
  const dueAt = new Date(now.getTime() + pauseMs(sender, now))
  Outbox.append({ kind: 'sender.check', ref: task.ref, dueAt })
  await Outbox.finish(task)
}

/** @returns whether what was looked at still is what stands there */
async function settle(generation: number, findings: SenderFindings): Promise<boolean> {
  const sender = await Sender.lock()
  const { domainStatus: before, domain } = sender
  if (sender.generation !== generation || !before || !domain) return false
  const after = statusAfter(before, findings)
  const now = clock.now()
  const hasReturn = verdictAbout(findings, 'return') === 'found'
  sender.merge({ findings, checkedAt: now, hasReturn, domainStatus: after })
  if (after !== before) {
    sender.domainSince = now
    await notify(domain, before, after)
  }
  await sender.save()
  return true
}

async function notify(domain: string, before: DomainStatus, after: DomainStatus): Promise<void> {
  const action = after === 'failing' ? 'sender.domain_failing' : 'sender.domain_verified'
  await SecurityTrail.append({ action, actor: SYSTEM, details: { domain } })
  if (after === 'failing') await Notice.leave('sender.domain_failing', { domain })
  else if (before === 'failing') await Notice.leave('sender.domain_restored', { domain })
}

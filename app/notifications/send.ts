import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { batchWithFallback } from '#app/tenancy/batch_with_fallback'
import { Correspondence } from './correspondence.js'
import type Mail from './mail.js'
import type { MemberMailKind } from './mail.js'
import { MailDispatch } from './mail_dispatch.js'

/** The work `mail.send`: mails of circulars. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  const found = batchWithFallback(tasks, (some) => Correspondence.of(some, 'mail'))
  const dispatch = new MailDispatch()
  return tasks.map(async (task, index) => {
    const about = await found[index]
    const mail = about?.mails.find(({ id }) => id === task.ref)
    if (!about || mail?.status !== 'queued') return Outbox.finish(task)
    if (!isStillWanted(mail, about)) return Outbox.finish(task, mail.outcome('withdrawn'))
    await dispatch.send(mail, about, task)
  })
}

/** Signers are asked to sign; members may have turned off since what only informs. An address may have turned out to be wrong since. */
function isStillWanted(mail: Mail, about: Correspondence): boolean {
  if (about.isSuppressed(mail.recipient)) return false
  if (mail.signerId) return true
  const member = about.member(mail)
  return member !== null && about.isWantedBy(member, mail.kind as MemberMailKind)
}

export default function send(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

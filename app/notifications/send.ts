import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { batchWithFallback } from '#app/tenancy/batch_with_fallback'
import { Correspondence } from './correspondence.js'
import { MailDispatch } from './mail_dispatch.js'

/** The work `mail.send`: mails of circulars. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  const found = batchWithFallback(tasks, (some) => Correspondence.of(some, 'mail'))
  const dispatch = new MailDispatch()
  return tasks.map(async (task, index) => {
    const about = await found[index]
    const mail = about?.mails.find(({ id }) => id === task.ref)
    if (!about || mail?.status !== 'queued') return Outbox.finish(task)
    if (!mail.signerId && mail.kind !== 'notice' && !about.isWantedBySender(mail.kind))
      return Outbox.finish(task, mail.outcome('withdrawn'))
    await dispatch.send(mail, about, task)
  })
}

export default function send(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

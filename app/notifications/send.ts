import { Outbox, type Task } from '#app/tenancy/outbox'
import { Correspondence } from './correspondence.js'
import { post } from './post.js'

/** The work `mail.send`: one mail of a circular. */
export default async function send(task: Task): Promise<void> {
  const about = await Correspondence.of(task, 'mail')
  const mail = about?.mails.find(({ id }) => id === task.ref)
  if (!about || mail?.status !== 'queued') return Outbox.finish(task)
  await post(mail, about, task)
}

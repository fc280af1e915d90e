import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { batchWithFallback } from '#app/tenancy/batch_with_fallback'
import { Correspondence } from './correspondence.js'
import { Post } from './post.js'

/** The work `mail.send`: mails of circulars. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  const found = batchWithFallback(tasks, (some) => Correspondence.of(some, 'mail'))
  const post = new Post()
  return tasks.map(async (task, place) => {
    const about = await found[place]
    const mail = about?.mails.find(({ id }) => id === task.ref)
    if (!about || mail?.status !== 'queued') return Outbox.finish(task)
    await post.send(mail, about, task)
  })
}

export default function send(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

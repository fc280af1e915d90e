import { Outbox, type Task } from '#app/tenancy/outbox'
import { together as eachOf } from '#app/tenancy/together'
import { Correspondence } from './correspondence.js'
import { Post } from './post.js'

/** The work `mail.send`: mails of circulars. */
export function together(tasks: readonly Task[]): Promise<void>[] {
  const found = eachOf(tasks, (some) => Correspondence.of(some, 'mail'))
  const post = new Post()
  return tasks.map(async (task, place) => {
    const about = await found[place]
    const mail = about?.mails.find(({ id }) => id === task.ref)
    if (!about || mail?.status !== 'queued') return Outbox.finish(task)
    await post.send(mail, about, task)
  })
}

export default function send(task: Task): Promise<void> {
  return together([task])[0]
}

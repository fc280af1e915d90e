import type { Task } from '#app/tenancy/outbox/outbox'
import { messageId } from './message_id.js'
import { askAll } from './signer_mail.js'

/** The work `mail.remind`. Each piece of work is another reminder, and stays the same one however often it is tried. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  return askAll(tasks, {
    kind: 'reminder',
    idFor: ({ id }, task) => messageId('reminder', id, task.id),
    isWantedBy: ({ isAwaitedByMail }) => isAwaitedByMail,
  })
}

export default function remind(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

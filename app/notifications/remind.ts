import type { Task } from '#app/tenancy/outbox'
import { messageId } from './message_id.js'
import { ask } from './signer_mail.js'

/** The work `mail.remind`. Each piece of work is another reminder, and stays the same one however often it is tried. */
export default async function remind(task: Task): Promise<void> {
  await ask(task, {
    kind: 'reminder',
    idFor: ({ id }) => messageId('reminder', id, task.id),
    isWantedBy: ({ isAwaited }) => isAwaited,
  })
}

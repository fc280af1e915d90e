import type { Task } from '#app/tenancy/outbox/outbox'
import { invitationId } from './message_id.js'
import { askAll } from './signer_mail.js'

/** The work `mail.invite`. */
export function handleBundle(tasks: readonly Task[]): Promise<void>[] {
  return askAll(tasks, {
    kind: 'invitation',
    idFor: invitationId,
    isWantedBy: ({ status, inPerson }) => status === 'sent' && !inPerson,
  })
}

export default function invite(task: Task): Promise<void> {
  return handleBundle([task])[0]
}

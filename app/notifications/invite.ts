import type { Task } from '#app/tenancy/outbox'
import { invitationId } from './message_id.js'
import { ask } from './signer_mail.js'

/** The work `mail.invite`. */
export default async function invite(task: Task): Promise<void> {
  await ask(task, {
    kind: 'invitation',
    idFor: invitationId,
    isWantedBy: ({ status }) => status === 'sent',
  })
}

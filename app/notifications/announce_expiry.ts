import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { circulate } from './circular.js'
import { Correspondence } from './correspondence.js'

/** The work `mail.expiring`: members who have asked for it learn that signers have little time left. */
export default async function announceExpiry(task: Task): Promise<void> {
  const [about] = await Correspondence.of([task], 'document')
  if (!about?.document.isVoidable || about.document.isPastExpiry) return Outbox.finish(task)
  await circulate({ kind: 'expiring', about }, task)
}

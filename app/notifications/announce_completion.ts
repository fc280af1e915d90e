import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { circulate } from './circular.js'
import { Correspondence } from './correspondence.js'

/** The work `mail.completed`: everybody gets a link to the sealed document. */
export default async function announceCompletion(task: Task): Promise<void> {
  const [about] = await Correspondence.of([task], 'document')
  if (about?.document.status !== 'completed') return Outbox.finish(task)
  await circulate({ kind: 'completed', about, signers: about.document.signers }, task)
}

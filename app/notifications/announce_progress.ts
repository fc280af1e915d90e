import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { circulate } from './circular.js'
import { Correspondence } from './correspondence.js'

/** The works `mail.viewed` and `mail.signed`: a signer opened a document, or signed it. For members who have asked for such mails. */
export default async function announceProgress(task: Task): Promise<void> {
  const [about] = await Correspondence.of([task], 'signer')
  const signer = about?.signer(task.ref)
  const kind = task.kind === 'mail.viewed' ? 'viewed' : 'signed'
  const isSo = kind === 'viewed' ? signer?.viewedAt : signer?.signedAt
  if (!about || !signer || !isSo) return Outbox.finish(task)
  await circulate({ kind, about, of: signer }, task)
}

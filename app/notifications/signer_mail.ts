import type Document from '#app/documents/document'
import { isOver } from '#app/documents/expiry'
import type Signer from '#app/documents/signer'
import { SUPPRESSED } from '#app/documents/suppression'
import { Outbox, type Task } from '#app/tenancy/outbox'
import { Correspondence } from './correspondence.js'
import Mail from './mail.js'
import { patience } from './servers/patience.js'
import { giveUp, post } from './post.js'

interface Asking {
  kind: 'invitation' | 'reminder'
  idFor: (signer: Signer) => string
  isWantedBy: (signer: Signer) => boolean
}

/** Asks one signer to sign, if that is still to be asked. */
export async function ask(task: Task, { kind, idFor, isWantedBy }: Asking): Promise<void> {
  const about = await Correspondence.of(task, 'signer')
  const signer = about?.signer(task.ref)
  if (!about || !signer) return Outbox.finish(task)
  const mail = about.mail(kind, signer, idFor(signer))
  if (mail.status !== 'queued') return Outbox.finish(task)
  if (!canSign(about.document) || !isWantedBy(signer))
    return Outbox.finish(task, mail.outcome('withdrawn'))
  const isOurs = mail.$isPersisted || (await Mail.remember([mail])).length === 1
  // else another worker has it in hand at this moment: look again later, should it fail
  if (!isOurs) return Outbox.putOff(task, patience.next(0))
  return about.isSuppressed(signer.email) ? giveUp(mail, SUPPRESSED, task) : post(mail, about, task)
}

function canSign(document: Document): boolean {
  return document.isVoidable && !isOver(document)
}

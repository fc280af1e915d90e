import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'
import { SUPPRESSED } from '#app/documents/signers/suppression'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { batchWithFallback } from '#app/tenancy/batch_with_fallback'
import { Correspondence } from './correspondence.js'
import Mail from './mail.js'
import { patience } from './servers/patience.js'
import { giveUp, MailDispatch } from './mail_dispatch.js'

interface Asking {
  kind: 'invitation' | 'reminder'
  idFor: (signer: Signer, task: Task) => string
  isWantedBy: (signer: Signer) => boolean
}

/** What one task comes to: a mail to a signer who is to be asked, or no longer. */
interface Request {
  about: Correspondence
  mail: Mail
  work: string
  isWanted: boolean
  /** This work has the mail in hand. Else other work has: after a correction there may be two that ask the same of a signer. */
  isOurs: boolean
}

/** Asks signers to sign, if that is still to be asked: one batch to read, one to remember their mails (one more to take in hand those that are tried again), one to write down what came of them. */
export function askAll(tasks: readonly Task[], asking: Asking): Promise<void>[] {
  const requests = batchWithFallback(tasks, (some) => requestsOf(some, asking))
  const dispatch = new MailDispatch()
  return tasks.map(async (task, index) => ask(await requests[index], task, dispatch))
}

async function requestsOf(tasks: readonly Task[], asking: Asking): Promise<(Request | null)[]> {
  const found = await Correspondence.of(tasks, 'signer')
  const requests = tasks.map((task, index) => requestOf(task, found[index], asking))
  const wanted = requests.filter((request) => request?.isWanted) as Request[]
  const [known, fresh] = [true, false].map((isKnown) =>
    wanted.filter(({ mail }) => mail.$isPersisted === isKnown)
  )
  for (const { mail, work } of fresh) mail.sendingWork = work
  const remembered = new Set(await Mail.remember(fresh.map(({ mail }) => mail)))
  const taken = new Set(await Mail.take(known))
  for (const request of wanted)
    request.isOurs = remembered.has(request.mail.id) || taken.has(request.work)
  return requests
}

function requestOf(
  task: Task,
  about: Correspondence | null,
  { kind, idFor, isWantedBy }: Asking
): Request | null {
  const signer = about?.signer(task.ref)
  if (!about || !signer) return null
  const mail = about.mail(kind, signer, idFor(signer, task))
  const isWanted = canSign(about.document) && isWantedBy(signer) && isTheirs(mail, signer)
  return { about, mail, work: task.id, isWanted, isOurs: false }
}

function canSign(document: Document): boolean {
  return document.isVoidable && !document.isPastExpiry
}

/** Their address may have been corrected since: the link that it would carry is another's. */
function isTheirs({ recipient }: Mail, { email }: Signer): boolean {
  return recipient.toLowerCase() === email.toLowerCase()
}

async function ask(request: Request | null, task: Task, dispatch: MailDispatch): Promise<void> {
  if (request?.mail.status !== 'queued') return Outbox.finish(task)
  const { about, mail, isWanted, isOurs } = request
  if (!isWanted) return Outbox.finish(task, mail.outcome('withdrawn'))
  // look again later, should the other fail
  if (!isOurs) return Outbox.putOff(task, patience.next(0))
  return about.isSuppressed(mail.recipient)
    ? giveUp(mail, SUPPRESSED, task)
    : dispatch.send(mail, about, task)
}

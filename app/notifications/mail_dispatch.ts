import { faultPoint } from '#app/foundation/processes/fault_point'
import { Tracing } from '#app/foundation/tracing/tracing'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { announceUpdate } from '#app/events/updates'
import { Batcher } from '#app/tenancy/batcher'
import { Outbox, type Task, type WorkEnd } from '#app/tenancy/outbox/outbox'
import { addressed } from './messages/addressed_message.js'
import { bounce } from './bounces/bounce.js'
import type { Correspondence } from './correspondence.js'
import { documentMessage } from './messages/document_message.js'
import { finishedFiles } from './messages/finished_files.js'
import type { MailMessage } from './messages/mail_message.js'
import Mail, { type MailResult } from './mail.js'
import { mailsOffered } from './mail_figures.js'
import { Mailbox } from './mailbox.js'
import { mailServer } from './servers/mail_server.js'
import { patience } from './servers/patience.js'
import type { SenderRoute } from './servers/sender_route.js'
import { ServerHealth } from './servers/server_health.js'
import { isTooLarge } from './servers/smtp_answer.js'
import { TenantServer } from './servers/tenant_server.js'

/** What came of a mail, and of the work that sent it. */
type Result = MailResult & WorkEnd

type Write = (result: Result) => Promise<void>

/** Servers that answer at about the same time are written down together. */
const BATCH_WAIT_MS = 50

/** So often a mail is tried with the files that it carries: a server that never takes them may hang up without a word. */
const LIGHT_AFTER = 3

/** Sends mails about documents that are remembered, and ends the work of each with what came of it. The sandbox sends nothing. */
export class MailDispatch {
  #results = new Batcher(write, BATCH_WAIT_MS)

  async send(mail: Mail, about: Correspondence, task: Task): Promise<void> {
    const files = task.tries < LIGHT_AFTER ? await finishedFiles(mail, about) : []
    const message = await documentMessage(mail, about, files)
    if (CurrentTenant.get().environment === 'test')
      return Mailbox.keep(mail, message, about.document, task, files)
    this.#results.expect()
    const lighter = files.length > 0 ? () => documentMessage(mail, about) : undefined
    const record: Write = (result) => this.#results.add(result)
    await offer(mail, message, await about.route(), task, { record, lighter })
  }
}

interface Offering {
  record?: Write
  /** The same mail without what it carries, for a server that it is too large for. */
  lighter?: () => Promise<MailMessage>
}

/** Hands a message to the mail server of its route, and completes the work by its answer. */
export async function offer(
  mail: Mail,
  message: MailMessage,
  route: SenderRoute,
  task: Task,
  { record = (result) => write([result]), lighter }: Offering = {}
): Promise<void> {
  const ready = await addressed(message, mail, route)
  faultPoint('mail.offered')
  const { server } = route
  const answer = await Tracing.span({ name: 'mail', kind: 'client' }, () =>
    server ? TenantServer.take(ready, server) : mailServer.take(ready)
  )
  // refused is not sent: what goes out now is the first of this mail
  if (lighter && isTooLarge(answer)) return offer(mail, await lighter(), route, task, { record })
  // a process that dies here has sent a mail nobody wrote down: it goes out again, under the same Message-ID
  faultPoint('mail.answered')
  if (route.own && route.server) await ServerHealth.note(route.own, answer)
  if (answer.is === 'accepted') {
    mailsOffered.inc({ outcome: 'accepted' })
    return record({ mail, status: 'sent', lease: task, until: null })
  }
  const { code } = answer
  const isOver = answer.is === 'refused' || (answer.isAboutMail && patience.isOver(task.tries))
  mailsOffered.inc({ outcome: isOver ? 'given_up' : 'put_off' })
  if (isOver) return giveUp(mail, code, task)
  const until = patience.next(task.tries)
  // a mail that its recipient's server puts off, or a tenant's own, says nothing of ours
  const isFailing = !server && !answer.isAboutMail
  await record({ mail, status: 'queued', error: code, lease: task, until, isFailing })
}

/** @throws E_LEASE_LOST */
async function write(results: readonly Result[]): Promise<void> {
  await Outbox.settle(results, Mail.outcomes(results))
  const documents = new Set(results.map(({ mail }) => mail.documentId))
  for (const id of documents) if (id) announceUpdate(id)
}

/** Ends the work of a mail that reaches nobody. */
export async function giveUp(mail: Mail, code: string, task: Task): Promise<void> {
  await unit(async () => {
    await bounce(mail, code)
    await Outbox.finish(task)
  })
}

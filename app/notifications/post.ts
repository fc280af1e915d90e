import { faultPoint } from '#app/foundation/fault_point'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox'
import { addressed } from './letters/addressed_letter.js'
import { bounce } from './bounces/bounce.js'
import type { Correspondence } from './correspondence.js'
import { documentLetter } from './letters/document_letter.js'
import type { Letter } from './letters/letter.js'
import type Mail from './mail.js'
import { Mailbox } from './mailbox.js'
import { mailServer } from './servers/mail_server.js'
import { patience } from './servers/patience.js'
import { senderRoute, type SenderRoute } from './servers/sender_route.js'
import { ServerHealth } from './servers/server_health.js'
import type { Answer } from './servers/smtp_answer.js'
import { TenantServer } from './servers/tenant_server.js'

/** Sends a mail about a document that is remembered, and ends the work with what came of it. The sandbox sends nothing. */
export async function post(mail: Mail, about: Correspondence, task: Task): Promise<void> {
  const letter = await documentLetter(mail, about)
  if (CurrentTenant.get().environment === 'test')
    return Mailbox.keep(mail, letter, about.document, task)
  await offer(mail, letter, task)
}

/** Offers a letter to the mail server of its route, and ends the work with the answer. */
export async function offer(
  mail: Mail,
  letter: Letter,
  task: Task,
  chosen?: SenderRoute
): Promise<void> {
  const route = chosen ?? (await senderRoute())
  const ready = await addressed(letter, mail, route)
  faultPoint('mail.offered')
  const answer = await (route.server
    ? TenantServer.take(ready, route.server)
    : mailServer.take(ready))
  // a process that dies here has sent a mail nobody wrote down: it goes out again, under the same Message-ID
  faultPoint('mail.answered')
  if (route.own && route.server) await ServerHealth.note(route.own, answer)
  await settle(answer, mail, task)
}

async function settle(answer: Answer, mail: Mail, task: Task): Promise<void> {
  if (answer.is === 'accepted') return Outbox.finish(task, mail.outcome('sent'))
  const { code } = answer
  const isOver = answer.is === 'refused' || (answer.isAboutMail && patience.isOver(task.tries))
  if (isOver) return giveUp(mail, code, task)
  await Outbox.putOff(task, patience.next(task.tries), mail.outcome('queued', code))
}

/** Ends the work of a mail that reaches nobody. */
export async function giveUp(mail: Mail, code: string, task: Task): Promise<void> {
  await unit(async () => {
    await bounce(mail, code)
    await Outbox.finish(task)
  })
}

import { SUPPRESSED } from '#app/documents/signers/suppression'
import { isAnswerable } from '#app/signing/questions/answer'
import { questionsOf } from '#app/signing/questions/question'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { Correspondence } from './correspondence.js'
import Mail from './mail.js'
import { giveUp, MailDispatch } from './mail_dispatch.js'
import { answerId } from './message_id.js'

const ASKER = 'select signer_id from signer_questions where id = $1'

/** The work `mail.answer`: what the sender answered, to the signer who asked, while they can act. */
export default async function mailAnswer(task: Task): Promise<void> {
  const [[row]] = await CurrentTenant.batch([
    query<RowOf<'signer_questions', 'signer_id'>>(ASKER, [task.ref]),
  ] as const)
  const asking = row ? [{ ...task, ref: row.signer_id }] : []
  const [about] = row ? await Correspondence.of(asking, 'signer') : [null]
  const signer = row && about?.signer(row.signer_id)
  if (!about || !signer) return Outbox.finish(task)
  const mail = about.mail('answer', signer, answerId(task.ref))
  if (mail.status !== 'queued') return Outbox.finish(task)
  const question = (await questionsOf(about.document)).find(({ id }) => id === task.ref)
  if (!question?.answer?.content || !isAnswerable(about.document, signer, question))
    return Outbox.finish(task, mail.outcome('withdrawn'))
  if (!mail.$isPersisted) await Mail.remember([mail])
  return about.isSuppressed(mail.recipient)
    ? giveUp(mail, SUPPRESSED, task)
    : new MailDispatch().send(mail, about, task)
}

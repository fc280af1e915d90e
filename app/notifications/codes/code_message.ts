import { Vault } from '#app/documents/files/vault'
import type Signer from '#app/documents/signers/signer'
import { LIFE_MS, OneTimeCode } from '#app/signing/access/one_time_code'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { Correspondence } from '../correspondence.js'
import Mail, { type CodeMailKind } from '../mail.js'
import { messageId } from '../message_id.js'

/** A code that is to be sent, with what is said about it. */
export interface CodeMessage {
  about: Correspondence
  signer: Signer
  mail: Mail
  digits: string
  endsAt: Date
}

/**
 * The message of a code that still counts, remembered; of any other the work is over.
 *
 * @throws E_LEASE_LOST
 */
export async function codeMessage(task: Task, kind: CodeMailKind): Promise<CodeMessage | null> {
  const id = messageId(kind, task.ref)
  const code = await OneTimeCode.toSend(task.ref)
  const [about] = code
    ? await Correspondence.of([{ ...task, ref: code.signer_id }], 'signer')
    : [null]
  const signer = code && about?.signer(code.signer_id)
  if (!signer || !about) return over(task, id)
  const mail = about.mail(kind, signer, id)
  if (mail.status !== 'queued') return over(task, id)
  if (!mail.$isPersisted) await Mail.remember([mail])
  const digits = OneTimeCode.digits(await Vault.open(about.document), code)
  const endsAt = new Date(code.asked_at.getTime() + LIFE_MS)
  return { about, signer, mail, digits, endsAt }
}

/** Another code was asked for since, or its time is over. */
async function over(task: Task, id: string): Promise<null> {
  await Outbox.finish(task, {
    text: `update mails set status = 'withdrawn' where message_id = $1 and status = 'queued'`,
    values: [id],
  })
  return null
}

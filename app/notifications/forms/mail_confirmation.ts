import { Profile } from '#app/brand/profile'
import { SUPPRESSED } from '#app/documents/signers/suppression'
import type { Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { FormSubmission, type SubmissionRow } from '#app/templates/forms/form_submission'
import { publicUrl } from '#app/tenants/hosts/public_address'
import Mail from '../mail.js'
import { giveUp, offer } from '../mail_dispatch.js'
import { messageId } from '../message_id.js'
import { compose, type MailMessage } from '../messages/mail_message.js'
import { oneLine } from '../messages/subject.js'
import { moment } from '../messages/words.js'
import { senderRoute } from '../servers/sender_route.js'

const TITLE = `select f.title from template_forms f join form_submissions s on s.form_id = f.id where s.id = $1`
const REFUSING = `select address from suppressions
  where address = (select lower(email) from form_submissions where id = $1)`

/** The work `mail.form`: the link that proves the address which somebody gave in a form. */
export default async function mailConfirmation(task: Task): Promise<void> {
  const id = confirmationId(task.ref)
  const [[submission], [form], refusing, mails, ...profile] = await Outbox.hold(
    task,
    FormSubmission.reading(task.ref),
    query<RowOf<'template_forms', 'title'>>(TITLE, [task.ref]),
    query<RowOf<'suppressions', 'address'>>(REFUSING, [task.ref]),
    {
      text: `select ${Mail.listedColumns.join(', ')} from mails where message_id = $1`,
      values: [id],
    },
    ...Profile.statements
  )
  const isOpen = submission?.email && submission.expires_at > tenantClock.now()
  const [known] = modelsOf(Mail, mails)
  if (!isOpen || (known && known.status !== 'queued'))
    return Outbox.finish(task, ...(known ? [known.outcome('withdrawn')] : []))
  const { brand } = Profile.from(profile)
  const mail = known ?? mailTo(submission, id, brand.snapshot.name, form.title)
  if (!known) await Mail.remember([mail])
  if (refusing.length > 0) return giveUp(mail, SUPPRESSED, task)
  const message = await messageOf(mail, submission, form.title, Profile.from(profile))
  await offer(mail, message, await senderRoute(), task)
}

/** Names the mail of a submission. */
export function confirmationId(submissionId: string): string {
  return messageId('form', submissionId)
}

function mailTo(submission: SubmissionRow, id: string, brand: string, title: string): Mail {
  const language = submission.language as Language
  const { t } = Phrasebook.in(language)
  return Mail.compose({
    ...{ kind: 'form', recipient: submission.email!, messageId: id, language },
    subject: t('form_mail.subject', { brand: oneLine(brand), title: oneLine(title) }),
  })
}

async function messageOf(
  mail: Mail,
  submission: SubmissionRow,
  title: string,
  { brand, entitlements }: Profile
): Promise<MailMessage> {
  const phrases = Phrasebook.in(mail.language)
  const { t } = phrases
  const { snapshot } = brand
  const token = await FormSubmission.token(submission)
  const text = t('form_mail.text', { brand: snapshot.name })
  return compose({
    ...{ mail, phrases, brand: snapshot, title },
    to: { name: submission.name!, address: mail.recipient },
    replyTo: snapshot.supportEmail ? { name: snapshot.name, address: snapshot.supportEmail } : null,
    words: {
      preview: text,
      heading: t('form_mail.heading'),
      paragraphs: [text],
      facts: [{ label: t('form_mail.until'), value: moment(submission.expires_at, phrases) }],
      action: {
        label: t('form_mail.action'),
        url: publicUrl(entitlements.signingHost, `/confirm/${token}`),
      },
      note: t('form_mail.note'),
    },
    origin: t('form_mail.origin', { brand: snapshot.name }),
  })
}

import { SUPPRESSED } from '#app/documents/signers/suppression'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Task } from '#app/tenancy/outbox/outbox'
import { giveUp, offer } from '../mail_dispatch.js'
import { Mailbox } from '../mailbox.js'
import { originWords } from '../messages/document_message.js'
import { compose, type MailMessage } from '../messages/mail_message.js'
import { moment } from '../messages/words.js'
import { codeMessage, type CodeMessage } from './code_message.js'

/** The work `mail.code`: the code that a signer asked for. */
export default async function mailCode(task: Task): Promise<void> {
  const code = await codeMessage(task, 'code')
  if (!code) return
  const { about, mail } = code
  if (about.isSuppressed(mail.recipient)) return giveUp(mail, SUPPRESSED, task)
  const message = await messageOf(code)
  if (CurrentTenant.get().environment === 'test')
    return Mailbox.keep(mail, message, about.document, task)
  await offer(mail, message, await about.route(), task)
}

/** The code is neither in the subject nor in the preview, which lists of mails and locked screens show. */
function messageOf({ about, signer, mail, digits, endsAt }: CodeMessage): Promise<MailMessage> {
  const { brand, sender, document } = about
  const phrases = Phrasebook.in(mail.language)
  const { t } = phrases
  return compose({
    ...{ mail, phrases, brand, title: document.title },
    to: { name: signer.name, address: mail.recipient },
    replyTo: sender && { name: sender.name, address: sender.email },
    words: {
      preview: t('mails.code_text'),
      heading: t('mails.code', { code: digits }),
      paragraphs: [t('mails.code_text')],
      facts: [{ label: t('mails.code_until'), value: moment(endsAt, phrases) }],
      note: t('mails.code_note'),
    },
    origin: originWords(brand.name, sender, phrases),
  })
}

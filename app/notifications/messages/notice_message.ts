import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { compose, type MailMessage, type Party } from './mail_message.js'
import type Mail from '../mail.js'
import type { NoticeWords, Reader } from '../notices/notice_wording.js'
import { oneLine } from './subject.js'

/** A notice as a mail, in the tenant's look. */
export function noticeMessage(
  mail: Mail,
  { subject, paragraphs, about, action, note }: NoticeWords,
  { profile }: Reader,
  to: Party
): Promise<MailMessage> {
  const { brand, entitlements } = profile
  return compose({
    mail,
    phrases: Phrasebook.in('en'),
    to,
    replyTo: brand.supportEmail ? { name: brand.name, address: brand.supportEmail } : null,
    brand: brand.snapshot,
    words: {
      preview: oneLine(paragraphs[0]),
      heading: subject,
      paragraphs,
      facts: about?.facts ?? [],
      action: action && { label: action.label, url: publicUrl(entitlements.host, action.path) },
      note,
    },
    title: about?.title,
    origin: `Sent by ${brand.name}, where you have an account.`,
  })
}

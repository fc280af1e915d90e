import type { Profile } from '#app/brand/profile'
import type { MailChoice } from '#app/identity/mails/mail_choice'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { compose, type MailMessage, type Party } from './mail_message.js'
import type Mail from '../mail.js'
import type { NoticeWords } from '../notices/notice_wording.js'
import type { Reader } from '../reader.js'
import { oneLine } from './subject.js'
import { unsubscribeUrl } from './unsubscribe_url.js'

interface Terms {
  /** What a person turns off who does not want its mail. */
  choice?: MailChoice
  /** Where its links lead; without it, where links to the dashboard do. */
  host?: string
}

/** A notice as a mail, in the tenant's look. */
export async function noticeMessage(
  mail: Mail,
  { subject, paragraphs, quote, replyTo, about, action, note }: NoticeWords,
  { user, profile, phrases }: Reader,
  to: Party,
  { choice, host = profile.entitlements.host }: Terms = {}
): Promise<MailMessage> {
  const { brand } = profile
  return compose({
    mail,
    phrases,
    to,
    replyTo: replyTo ?? supportOf(profile),
    brand: brand.snapshot,
    words: {
      preview: oneLine(paragraphs[0]),
      heading: subject,
      paragraphs,
      quote,
      facts: about?.facts ?? [],
      action: action && { label: action.label, url: publicUrl(host, action.path) },
      note,
    },
    title: about?.title,
    unsubscribeUrl: choice && (await unsubscribeUrl(user, choice, profile)),
    origin: phrases.t('mails.member_origin', { brand: brand.name }),
  })
}

function supportOf({ brand }: Profile): Party | null {
  return brand.supportEmail ? { name: brand.name, address: brand.supportEmail } : null
}

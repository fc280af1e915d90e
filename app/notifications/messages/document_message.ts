import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Correspondence } from '../correspondence.js'
import type { AttachedFile } from './finished_files.js'
import { compose, type MailMessage, type Party } from './mail_message.js'
import type Mail from '../mail.js'
import { unsubscribeUrl } from './unsubscribe_url.js'
import { choiceOf, follows, kindsFor } from '../wanted.js'
import { wordsOf } from './wording.js'

/**
 * A mail about a document, to one of its signers or to its sender.
 *
 * @param files  what it carries
 */
export async function documentMessage(
  mail: Mail,
  about: Correspondence,
  files: readonly AttachedFile[] = []
): Promise<MailMessage> {
  const { brand, document } = about
  return compose({
    mail,
    phrases: Phrasebook.in(mail.language),
    to: recipient(mail, about),
    replyTo: answersTo(mail, about),
    brand,
    words: await wordsOf(mail, about, files.length > 0),
    files,
    title: document.title,
    origin: origin(mail, about),
    unsubscribeUrl: await unsubscription(mail, about),
  })
}

/** Signers are asked to sign; members may turn off what only informs, and those who follow a document all that is about it. The sandbox's mails go nowhere. */
async function unsubscription(mail: Mail, about: Correspondence): Promise<string | undefined> {
  const member = mail.signerId ? null : about.member(mail)
  if (!member || CurrentTenant.get().environment !== 'live') return undefined
  const { id } = about.document
  const to =
    follows(member, id) || kindsFor(member, id) ? (id as `doc_${string}`) : choiceOf(mail.kind)
  return to ? unsubscribeUrl(member, to, about.profile) : undefined
}

function recipient(mail: Mail, about: Correspondence): Party {
  const { name } = about.signer(mail.signerId) ?? about.member(mail) ?? { name: about.senderName }
  return { name, address: mail.recipient }
}

/** A signer's answer goes to the person who sent the document; the sender's own to the tenant's support. */
function answersTo({ signerId }: Mail, { sender, brand }: Correspondence): Party | null {
  if (signerId && sender) return { name: sender.name, address: sender.email }
  return brand.supportEmail ? { name: brand.name, address: brand.supportEmail } : null
}

function origin(mail: Mail, about: Correspondence): string {
  const { brand, sender } = about
  const phrases = Phrasebook.in(mail.language)
  if (mail.signerId) return originWords(brand.name, sender, phrases)
  const isOwn = about.member(mail) === sender
  return phrases.t(isOwn ? 'mails.own_origin' : 'mails.followed_origin', { brand: brand.name })
}

export function originWords(
  brand: string,
  sender: { name: string; email: string } | null,
  { t }: Phrasebook
): string {
  if (!sender) return t('mails.origin', { brand })
  const { name, email } = sender
  return t('mails.origin_of', { brand, name, email })
}

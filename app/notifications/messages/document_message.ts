import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Correspondence } from '../correspondence.js'
import { compose, type MailMessage, type Party } from './mail_message.js'
import type Mail from '../mail.js'
import { unsubscribeUrl } from './unsubscribe_url.js'
import { choiceOf } from '../wanted.js'
import { wordsOf } from './wording.js'

/** A mail about a document, to one of its signers or to its sender. */
export async function documentMessage(mail: Mail, about: Correspondence): Promise<MailMessage> {
  const { brand, document } = about
  return compose({
    mail,
    phrases: Phrasebook.in(mail.language),
    to: recipient(mail, about),
    replyTo: answersTo(mail, about),
    brand,
    words: await wordsOf(mail, about),
    title: document.title,
    origin: origin(mail, about),
    unsubscribeUrl: await unsubscription(mail, about),
  })
}

/** Signers are asked to sign; the sender may turn off what only informs. The sandbox's mails go nowhere. */
async function unsubscription(
  { signerId, kind }: Mail,
  { sender, profile }: Correspondence
): Promise<string | undefined> {
  const choice = signerId ? null : choiceOf(kind)
  if (!choice || !sender || CurrentTenant.get().environment !== 'live') return undefined
  return unsubscribeUrl(sender, choice, profile)
}

function recipient({ signerId, recipient: address }: Mail, about: Correspondence): Party {
  return { name: about.signer(signerId)?.name ?? about.senderName, address }
}

/** A signer's answer goes to the person who sent the document; the sender's own to the tenant's support. */
function answersTo({ signerId }: Mail, { sender, brand }: Correspondence): Party | null {
  if (signerId && sender) return { name: sender.name, address: sender.email }
  return brand.supportEmail ? { name: brand.name, address: brand.supportEmail } : null
}

function origin({ signerId, language }: Mail, { brand, sender }: Correspondence): string {
  if (!signerId) return `Sent by ${brand.name}, where you sent this document.`
  return originWords(brand.name, sender, Phrasebook.in(language))
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

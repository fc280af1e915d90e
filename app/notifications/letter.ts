import edge from 'edge.js'
import type { NodeMailerMessage } from '@adonisjs/mail/types'
import env from '#start/env'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Correspondence } from './correspondence.js'
import { LetterStyle } from './letter_style.js'
import type Mail from './mail.js'
import { oneLine } from './subject.js'
import type { Words } from './words.js'
import { wordsOf } from './wording.js'

interface Party {
  name: string
  address: string
}

/** A mail in its full shape, as it is handed to a mail server or kept in the sandbox. */
export interface Letter extends NodeMailerMessage {
  from: Party
  to: Party[]
  replyTo?: Party[]
  messageId: string
  subject: string
  html: string
  text: string
}

/** RFC 3834, 5: nobody's holiday notice shall answer. No pixel, and no link that tells who followed it. */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** A longer message goes below the button, which would else be out of sight. */
const LONG_QUOTE = 600

export async function letterOf(mail: Mail, about: Correspondence): Promise<Letter> {
  const words = await wordsOf(mail, about)
  const to = recipient(mail, about)
  const state = viewState(mail, about, to, words)
  return {
    from: { name: oneLine(about.brand.name), address: env.get('MAIL_FROM') },
    to: [to],
    replyTo: answersTo(mail, about),
    messageId: mail.messageId,
    subject: mail.subject,
    headers: { ...HEADERS },
    html: await edge.render('mails/letter', state),
    text: await edge.render('mails/letter_text', state),
  }
}

function recipient({ signerId, recipient: address }: Mail, about: Correspondence): Party {
  const name = about.signer(signerId)?.name ?? about.senderName
  return { name: oneLine(name), address }
}

/** A signer's answer goes to the person who sent the document; the sender's own to the tenant's support. */
function answersTo({ signerId }: Mail, { sender, brand }: Correspondence): Party[] | undefined {
  if (signerId && sender) return [{ name: oneLine(sender.name), address: sender.email }]
  return brand.supportEmail
    ? [{ name: oneLine(brand.name), address: brand.supportEmail }]
    : undefined
}

function viewState(mail: Mail, about: Correspondence, to: Party, words: Words) {
  const { brand, document } = about
  return {
    subject: mail.subject,
    brand,
    style: LetterStyle.for(brand.color),
    isTest: CurrentTenant.get().environment === 'test',
    recipient: to.name,
    title: oneLine(document.title),
    words: { ...words, heading: oneLine(words.heading) },
    quoted: words.quote?.text.replace(/^/gm, '> '),
    isLong: (words.quote?.text.length ?? 0) > LONG_QUOTE,
    origin: origin(mail, about),
  }
}

function origin({ signerId }: Mail, { brand, sender }: Correspondence): string {
  if (!signerId) return `Sent by ${brand.name}, where you sent this document.`
  return sender
    ? `Sent by ${brand.name} for ${sender.name}, ${sender.email}. Questions? Answer this mail.`
    : `Sent by ${brand.name}.`
}

import edge from 'edge.js'
import type { NodeMailerMessage } from '@adonisjs/mail/types'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { legalLinks } from '#app/brand/brand_legal'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import { letterLogo } from './letter_logo.js'
import { LetterStyle } from './letter_style.js'
import type Mail from '../mail.js'
import { mailFrom } from '../configuration.js'
import { displayName, oneLine } from './subject.js'
import type { Words } from './words.js'

export interface Party {
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

/** What a letter says, to whom, and in whose look. */
export interface Composition {
  mail: Mail
  /** What it is written in. */
  phrases: Phrasebook
  to: Party
  replyTo: Party | null
  brand: BrandSnapshot
  words: Words
  /** What it is about; a letter about nothing in particular has no panel. */
  title?: string
  /** The line at its foot: why it came. */
  origin: string
}

/** RFC 3834, 5: nobody's holiday notice shall answer. No pixel, and no link that tells who followed it. */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** A longer message goes below the button, which would else be out of sight. */
const LONG_QUOTE = 600

export async function compose(composition: Composition): Promise<Letter> {
  const { mail, to, replyTo, brand } = composition
  const logo = await letterLogo(brand)
  const state = { ...viewState(composition, mail.subject), logo: logo.shown }
  return {
    from: { name: displayName(brand.senderName ?? brand.name), address: mailFrom.value },
    to: [party(to)],
    replyTo: replyTo ? [{ ...replyTo, name: displayName(replyTo.name) }] : undefined,
    messageId: mail.messageId,
    subject: mail.subject,
    headers: { ...HEADERS },
    html: await edge.render('mails/letter', state),
    text: await edge.render('mails/letter_text', state),
    attachments: logo.attachments,
  }
}

function party({ name, address }: Party): Party {
  return { name: oneLine(name), address }
}

/** The same as a page, which reads nothing but itself. */
export async function letterPage(
  composition: Omit<Composition, 'mail' | 'replyTo'>,
  subject: string
) {
  const { shown } = await letterLogo(composition.brand, true)
  return edge.render('mails/letter', { ...viewState(composition, subject), logo: shown })
}

function viewState(
  { phrases, to, brand, words, title, origin }: Omit<Composition, 'mail' | 'replyTo'>,
  subject: string
) {
  const { t, language: lang } = phrases
  return {
    t,
    lang,
    subject,
    brand,
    style: LetterStyle.for(brand),
    isTest: CurrentTenant.get().environment === 'test',
    recipient: oneLine(to.name),
    title: title === undefined ? null : oneLine(title),
    words: { ...words, heading: oneLine(words.heading) },
    quoted: words.quote?.text.replace(/^/gm, '> '),
    isLong: (words.quote?.text.length ?? 0) > LONG_QUOTE,
    origin,
    footer: brand.mailFooter ? brand.mailFooter.split('\n') : [],
    legal: legalLinks(brand),
  }
}

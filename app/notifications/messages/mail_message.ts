import edge from 'edge.js'
import type { NodeMailerMessage } from '@adonisjs/mail/types'
import { directionOf } from '#app/foundation/phrases/languages'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { legalLinks } from '#app/brand/brand_legal'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import { mailLogo } from './mail_logo.js'
import { MailStyle } from './mail_style.js'
import type Mail from '../mail.js'
import type { AttachedFile } from './finished_files.js'
import { mailFrom } from '../configuration.js'
import { unsubscribeHeaders } from './unsubscribe_url.js'
import { bodyLine, displayName, oneLine } from './subject.js'
import type { Words } from './words.js'

export interface Party {
  name: string
  address: string
}

/** A complete mail, as a mail server gets it or the sandbox keeps it. */
export interface MailMessage extends NodeMailerMessage {
  from: Party
  to: Party[]
  replyTo?: Party[]
  messageId: string
  subject: string
  html: string
  text: string
  /** What a report quotes of it, should it bounce: its head alone. */
  dsn?: { ret: 'HDRS' }
}

/** What a mail says, to whom, and in which brand. */
export interface Composition {
  mail: Mail
  /** What it is written in. */
  phrases: Phrasebook
  to: Party
  replyTo: Party | null
  brand: BrandSnapshot
  words: Words
  /** What it is about; a mail without a title has no panel. */
  title?: string
  /** The line at its foot: why it came. */
  origin: string
  /** What it carries beside its own pictures. */
  files?: readonly AttachedFile[]
  /** Where its reader ends mails of this kind, where they may. */
  unsubscribeUrl?: string
}

/** RFC 3834, 5: nobody's holiday notice shall answer. No pixel, and no link that tells who followed it. */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** A longer message goes below the button, which would else be out of sight. */
const LONG_QUOTE = 600

export async function compose(composition: Composition): Promise<MailMessage> {
  const { mail, to, replyTo, brand, files = [], unsubscribeUrl: unsubscribe } = composition
  const logo = await mailLogo(brand)
  const state = { ...viewState(composition, mail.subject), logo: logo.logo }
  return {
    from: { name: displayName(brand.senderName ?? brand.name), address: mailFrom.value },
    to: [party(to)],
    replyTo: replyTo ? [{ ...replyTo, name: displayName(replyTo.name) }] : undefined,
    messageId: mail.messageId,
    subject: mail.subject,
    headers: { ...HEADERS, ...(unsubscribe ? unsubscribeHeaders(unsubscribe) : {}) },
    html: await edge.render('mails/message', state),
    text: await edge.render('mails/message_text', state),
    attachments: [...logo.attachments, ...files],
  }
}

function party({ name, address }: Party): Party {
  return { name: oneLine(name), address }
}

/** The same as a page, which reads nothing but itself. */
export async function messagePage(
  composition: Omit<Composition, 'mail' | 'replyTo'>,
  subject: string
) {
  const { logo } = await mailLogo(composition.brand, true)
  return edge.render('mails/message', { ...viewState(composition, subject), logo })
}

function viewState(
  {
    phrases,
    to,
    brand,
    words,
    title,
    origin,
    unsubscribeUrl,
  }: Omit<Composition, 'mail' | 'replyTo'>,
  subject: string
) {
  const { t, language: lang } = phrases
  const dir = directionOf(lang)
  return {
    t,
    lang,
    dir,
    subject,
    brand,
    style: MailStyle.for(brand, dir),
    isTest: CurrentTenant.get().environment === 'test',
    recipient: oneLine(to.name),
    title: title === undefined ? null : bodyLine(title),
    words: { ...words, heading: bodyLine(words.heading) },
    quoted: words.quote?.text.replace(/^/gm, '> '),
    isLong: (words.quote?.text.length ?? 0) > LONG_QUOTE,
    origin,
    unsubscribeUrl,
    footer: brand.mailFooter ? brand.mailFooter.split('\n') : [],
    legal: legalLinks(brand),
  }
}

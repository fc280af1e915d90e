import type { Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { offeredLanguages } from '#app/brand/brand_languages'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import { invitationWords } from '../mails/invitation_mail.js'
import { originWords } from './document_message.js'
import { messagePage } from './mail_message.js'
import { subjectOf } from './subject.js'

const TITLE = 'Service agreement'
const SENDER = { name: 'Olivia Sender', email: 'olivia@example.com' }
const DOCUMENT = { message: null, pageCount: 4, expiresAt: new Date('2026-12-24T12:00:00Z') }

/** An invitation that nobody gets: how mails look under a brand. */
export function sampleMessage(
  brand: BrandSnapshot,
  language: Language = offeredLanguages(brand)[0]
): Promise<string> {
  const phrases = Phrasebook.in(language)
  const asked = {
    role: 'signer' as const,
    ...{ document: DOCUMENT, sender: SENDER.name, url: 'https://sign.example' },
    own: null,
  }
  const words = invitationWords(asked, phrases)
  const origin = originWords(brand.name, SENDER, phrases)
  const to = { name: 'Sam Signer', address: 'sam@example.com' }
  const subject = subjectOf('invitation', { brand: brand.name, title: TITLE }, phrases)
  return messagePage({ phrases, to, brand, words, title: TITLE, origin }, subject)
}

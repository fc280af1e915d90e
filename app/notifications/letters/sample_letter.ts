import type { BrandSnapshot } from '#app/tenants/brand/shown_brand'
import { letterPage } from './letter.js'
import { subjectOf } from './subject.js'

const TITLE = 'Service agreement'

/** An invitation that nobody gets: how mails look under a brand. */
export function sampleLetter(brand: BrandSnapshot): Promise<string> {
  const sender = 'Olivia Sender'
  const words = {
    preview: `${sender} sent you a document.`,
    heading: `${sender} asks you to sign a document`,
    paragraphs: ['Please read it through and sign it online. It takes a few minutes.'],
    facts: [
      { label: 'Pages', value: '4' },
      { label: 'Sign by', value: '24 December 2026, 12:00 UTC' },
    ],
    action: { label: 'Review and sign', url: 'https://sign.example/' },
  }
  const origin = `Sent by ${brand.name} for ${sender}, olivia@example.com. Questions? Answer this mail.`
  const to = { name: 'Sam Signer', address: 'sam@example.com' }
  const subject = subjectOf('invitation', { brand: brand.name, title: TITLE })
  return letterPage({ to, brand, words, title: TITLE, origin }, subject)
}

import { canonicalJson } from '#app/foundation/canonical_json'
import { sha256Hex } from '#app/foundation/opaque_token'
import type { OwnConsent } from '#app/tenants/brand/brand_values'
import type { BrandSnapshot } from '#app/tenants/brand/shown_brand'

/** What a signer agrees to before the document shows. */
export interface ConsentText {
  version: string
  /** The sentence beside the box that the signer ticks. */
  statement: string
  clauses: readonly { title: string; text: string }[]
  /** Of the canonical JSON of all the above: the trail keeps it, so that nobody can change the words behind a version. */
  sha256: string
}

/** A changed word is a new version. */
const TEXT = {
  version: '2026-11',
  statement: 'I agree to use electronic records and signatures for this document.',
  clauses: [
    {
      title: 'What you agree to',
      text: 'You agree to receive, read and sign this document electronically. Your electronic signature is meant to have the same effect as one by hand, wherever the law that governs the document allows it. This agreement covers this document only.',
    },
    {
      title: 'Paper, and changing your mind',
      text: 'You do not have to sign electronically. You can decline, or ask the sender for the document on paper; the sender tells you whether that costs anything. Until you finish signing you can withdraw this agreement by declining or by telling the sender. After that, a withdrawal does not undo your signature.',
    },
    {
      title: 'What you need',
      text: 'You need a device with a current web browser, a program that shows PDF files, and access to the mailbox that received the link to this page. If your name or address changes, tell the sender.',
    },
    {
      title: 'Your copy',
      text: 'Once everyone has signed, you can download the sealed document through this same link. It carries all signatures and its audit trail. Keep your own copy: the sender may remove the document from this service one day.',
    },
    {
      title: 'What is recorded',
      text: 'When you open this link, agree, read, sign, decline or download, the time, your IP address and the name of your browser are recorded. These records belong to the document, and the finished document shows them to everyone who has it.',
    },
    {
      title: 'Whom to ask',
      text: 'The sender is named on this page and in the mail that brought you here. Ask them about what the document says, for a copy on paper, or to correct your details.',
    },
  ],
} as const

export const CONSENT: ConsentText = { ...TEXT, sha256: sha256Hex(canonicalJson(TEXT)) }

/** Enough of a hash that no two texts of one tenant are called alike. */
const NAME_DIGITS = 12

/** The text that a document's signers agree to: the tenant's own as it was when the document was sent, or the one above. */
export function consentOf({ brand }: { brand: Partial<BrandSnapshot> | null }): ConsentText {
  return brand?.consent ? ownConsent(brand.consent) : CONSENT
}

/** Whose version is made from its words, so that changed words are a new version here too. */
export function ownConsent({ statement, clauses }: OwnConsent): ConsentText {
  const words = { statement, clauses: clauses.map(({ title, text }) => ({ title, text })) }
  const version = `own-${sha256Hex(canonicalJson(words)).slice(0, NAME_DIGITS)}`
  const text = { version, ...words }
  return { ...text, sha256: sha256Hex(canonicalJson(text)) }
}

import type { SignerRole } from '#app/documents/signers/signer_role'
import { spokenOf } from '#app/documents/signers/role_phrases'
import { canonicalJson } from '#app/foundation/canonical_json'
import type { Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { sha256Hex } from '#app/foundation/opaque_token'
import type { OwnConsent } from '#app/brand/brand_values'
import type { BrandSnapshot } from '#app/brand/effective_brand'

/** What a signer agrees to before the document shows. */
export interface ConsentText {
  version: string
  /** The sentence beside the box that the signer ticks. */
  statement: string
  clauses: readonly { title: string; text: string }[]
  /** The canonical JSON of all the above, which is kept. */
  text: string
  /** Of it: the trail names it, so that nobody can change the words behind a version. */
  sha256: string
}

/** A changed word, in whatever language, is a new version. */
const VERSION = '2026-11.3'
/** Approvers agree to another text than those who sign. */
const APPROVAL = `${VERSION}-approval`
const CLAUSES = ['agreement', 'paper', 'needs', 'copy', 'records', 'questions'] as const

const standard = new Map<string, ConsentText>()

/** The text for tenants without one of their own. Each language is a text, and so a version, of its own, and so is what approvers agree to. */
export function standardConsent(language: Language, role: SignerRole = 'signer'): ConsentText {
  const version = role === 'approver' ? APPROVAL : VERSION
  const own = language === 'en' ? version : `${version}-${language}`
  const text = standard.get(own) ?? translated(own, language, role)
  standard.set(own, text)
  return text
}

function translated(version: string, language: Language, role: SignerRole): ConsentText {
  const t = spokenOf(role, Phrasebook.in(language).t)
  return hashed({
    version,
    statement: t('consent.statement'),
    clauses: CLAUSES.map((clause) => ({
      title: t(`consent.${clause}_title`),
      text: t(`consent.${clause}_text`),
    })),
  })
}

/** Enough of a hash that no two texts of one tenant are called alike. */
const NAME_DIGITS = 12

/**
 * The text that a document's signers agree to: the tenant's own as it was when the document was sent, which has the language that they
 * wrote it in, or the one above.
 */
export function consentOf(
  { brand }: { brand: Partial<BrandSnapshot> | null },
  language: Language,
  role: SignerRole = 'signer'
): ConsentText {
  return brand?.consent ? ownConsent(brand.consent) : standardConsent(language, role)
}

/** Whose version is made from its words, so that changed words are a new version here too. */
export function ownConsent({ statement, clauses }: OwnConsent): ConsentText {
  const words = { statement, clauses: clauses.map(({ title, text }) => ({ title, text })) }
  const version = `own-${sha256Hex(canonicalJson(words)).slice(0, NAME_DIGITS)}`
  return hashed({ version, ...words })
}

function hashed(words: Omit<ConsentText, 'text' | 'sha256'>): ConsentText {
  const text = canonicalJson(words)
  return { ...words, text, sha256: sha256Hex(text) }
}

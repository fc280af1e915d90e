import { spokenOf } from '#app/documents/signers/role_phrases'
import type { SignerRole } from '#app/documents/signers/signer_role'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { CodeMailKind, DocumentMailKind, MemberMailKind } from '../mail.js'

interface Of {
  brand: string
  title: string
  /** Of the signer of whom it tells. */
  name?: string
  /** Of the signer to whom it goes, or of whom it tells. */
  role?: SignerRole
}

export function subjectOf(
  kind: DocumentMailKind | MemberMailKind | CodeMailKind,
  { brand, title, name = '', role = 'signer' }: Of,
  { t }: Pick<Phrasebook, 't'>
): string {
  const values = { brand: oneLine(brand), title: oneLine(title), name: oneLine(name) }
  return spokenOf(role, t)(`mails.${kind}_subject`, values)
}

/** As header values are: no line ends or other control characters, and nothing that turns the direction of what follows. */
export function oneLine(text: string): string {
  return bodyLine(text)
    .replace(/[\u2067-\u2069]/g, '')
    .replaceAll('=?', '= ?') // else read as a word that is encoded (RFC 2047)
    .trim()
}

/** The same within a mail, where phrases keep the isolates around what people wrote. */
export function bodyLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066]/g, '')
    .trim()
}

/** As mail programs show who writes: a name that looks like an address would be taken for one. */
export function displayName(text: string): string {
  return oneLine(text)
    .replace(/\s*[@\uFE6B\uFF20]\s*/g, ' at ')
    .replace(/[<>]/g, '')
    .trim()
}

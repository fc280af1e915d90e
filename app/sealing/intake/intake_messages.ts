import PdfAlreadySigned from '../errors/pdf_already_signed.js'
import PdfEncrypted from '../errors/pdf_encrypted.js'
import PdfMalformed from '../errors/pdf_malformed.js'
import PdfUnsafe from '../errors/pdf_unsafe.js'
import TooManyPages from '../errors/too_many_pages.js'
import type { UnclearMark } from '../plates.js'
import type { PortableRoots } from '../verifier/portable_roots.js'
import type { SealReport } from '../verifier/seal_report.js'
import type { Examined } from './examined.js'
import type { FoundText, SoughtText } from './second_engine/found_texts.js'
import type { Stamping } from './second_engine/stamp_check.js'
import type { TextTag } from './second_engine/text_tags.js'

/** What is to become of the bytes that come with it. */
export type IntakeQuestion =
  | { kind: 'examine'; maxPages: number }
  | { kind: 'join'; maxPages: number; lengths: number[] }
  | { kind: 'check'; stamping: Stamping }
  | { kind: 'verify'; roots: PortableRoots }
  | { kind: 'tags' }
  | { kind: 'find'; sought: readonly SoughtText[] }
  | { kind: 'picture'; page: number }

export type IntakeAnswer =
  | { kind: 'ready' }
  | { kind: 'checked'; unclear: UnclearMark[] }
  | { kind: 'verified'; report: SealReport; hasTrail: boolean }
  | { kind: 'tagged'; tags: TextTag[] }
  | { kind: 'found'; found: FoundText[] }
  | { kind: 'drawn' }
  | ({ kind: 'examined' } & Omit<Examined, 'canonical'>)
  | { kind: 'refused'; code: string | null; message: string }

/** What an answer refuses, as the error that says so; one that should have been another is a refusal as well. */
export function refusal(answer: IntakeAnswer, maxPages: number): Error {
  if (answer.kind !== 'refused') return new PdfMalformed('its reader gave no answer')
  if (answer.code === PdfEncrypted.code) return new PdfEncrypted()
  if (answer.code === PdfAlreadySigned.code) return PdfAlreadySigned.saying(answer.message)
  if (answer.code === TooManyPages.code) return new TooManyPages(maxPages)
  if (answer.code === PdfUnsafe.code) return PdfUnsafe.saying(answer.message)
  if (answer.code === PdfMalformed.code) return PdfMalformed.saying(answer.message)
  return new PdfMalformed('it is damaged beyond what can be read', { cause: answer.message })
}

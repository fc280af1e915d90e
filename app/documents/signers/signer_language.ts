import type { Language } from '#app/foundation/phrases/languages'
import { offeredLanguages } from '#app/brand/brand_languages'
import type Document from '../document.js'
import type Signer from './signer.js'

type Of = Pick<Document, 'brand'>

/** The language that was settled with a signer, where there is one and their document's sender offers it. */
export function settledLanguage(
  { brand }: Of,
  { language }: Pick<Signer, 'language'>
): Language | null {
  return offeredLanguages(brand).find((one) => one === language) ?? null
}

/** What mails to a signer are written in. */
export function languageOf(document: Of, signer: Pick<Signer, 'language'>): Language {
  return settledLanguage(document, signer) ?? offeredLanguages(document.brand)[0]
}

import type { Language } from '#app/foundation/phrases/languages'
import { offeredLanguages } from '#app/brand/brand_languages'
import type Document from '../document.js'
import type Signer from './signer.js'

type Of = Pick<Document, 'brand'>

/** A signer, or whatever knows a language and may not know what a sender chose. */
type Reading = Pick<Signer, 'language'> & Partial<Pick<Signer, 'askedLanguage'>>

/** The language that was settled with a signer, or else chosen by the sender for them, where the document's brand offers it. */
export function settledLanguage(
  { brand }: Of,
  { language, askedLanguage }: Reading
): Language | null {
  const offered = offeredLanguages(brand)
  return (
    [language, askedLanguage].map((wish) => offered.find((one) => one === wish)).find(Boolean) ??
    null
  )
}

/** What mails to a signer are written in. */
export function languageOf(document: Of, signer: Reading): Language {
  return settledLanguage(document, signer) ?? offeredLanguages(document.brand)[0]
}

import { CurrentTenant } from '#app/tenancy/current_tenant'
import { foldedWords, foldedWordsOf } from './folded_words.js'

const TITLE = foldedWordsOf('title')
const SIGNER = foldedWordsOf("name || ' ' || email")

/** A word that so many documents have is common. */
const MANY = 1_000

const HAVING = `
  select id from documents where ${TITLE} @@ to_tsquery('simple', $1)
   union select document_id from signers where ${SIGNER} @@ to_tsquery('simple', $1)
   limit ${MANY + 1}`

/**
 * Conditions on documents `d`: every word begins a word of the title, or of a signer's name or address, whatever their accents; no document
 * has a text without words. The documents that have a rare word are looked up first. A common one is left to be seen while the newest are read:
 * the page is full before long, whereas looking all of its documents up would take seconds.
 *
 * @param bind  gives a value its place among the statement's
 */
export async function documentsByWords(
  text: string,
  bind: (value: unknown) => string
): Promise<string[]> {
  const sought = foldedWords(text).map((word) => `'${word}':*`)
  if (sought.length === 0) return ['false']
  const found = await CurrentTenant.batch(sought.map((word) => ({ text: HAVING, values: [word] })))
  return found.map((rows, index) =>
    rows.length > MANY
      ? seenWhileReading(bind(sought[index]))
      : `d.id = any(${bind(rows.map(({ id }) => id))})`
  )
}

function seenWhileReading(place: string): string {
  const word = `to_tsquery('simple', ${place})`
  return `(${TITLE} @@ ${word}
    or exists (select 1 from signers where document_id = d.id and ${SIGNER} @@ ${word}))`
}

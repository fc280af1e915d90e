import { CurrentTenant } from '#app/tenancy/current_tenant'

/** As the indexes of 0001_documents.sql have it: marks become spaces, so that an address falls into its parts. */
const MARKS = "!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~"
const SPACES = ' '.repeat(MARKS.length - 1)

const wordsOf = (text: string) =>
  `to_tsvector('simple', translate(${text}, '${MARKS}', '${SPACES}'))`
const TITLE = wordsOf('title')
const SIGNER = wordsOf("name || ' ' || email")

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A word that so many documents have is common. */
const MANY = 1_000

const HAVING = `
  select id from documents where ${TITLE} @@ to_tsquery('simple', $1)
   union select document_id from signers where ${SIGNER} @@ to_tsquery('simple', $1)
   limit ${MANY + 1}`

/**
 * Conditions on documents `d`: every word begins a word of the title, or of a signer's name or address. The documents that have a rare
 * word are looked up first. A common one is left to be seen while the newest are read: the page is full before long, whereas looking
 * all of its documents up would take seconds.
 *
 * @param bind  gives a value its place among the statement's
 */
export async function documentsByWords(
  text: string,
  bind: (value: unknown) => string
): Promise<string[]> {
  const sought = (text.match(WORD) ?? []).map((word) => `'${word}':*`)
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

import { CurrentTenant } from '#app/tenancy/current_tenant'
import { query } from '#app/tenancy/statement'
import { foldedWords, foldedWordsOf } from './folded_words.js'

const TITLE = foldedWordsOf('title')
const SIGNER = foldedWordsOf("name || ' ' || email")

/** A word that more documents, or more signers, have is common. */
const MANY = 10_000

/** A word as PostgreSQL looks it up: by its index, however many it takes the word to have. */
const lookedUp = (word: string) => `(select to_tsquery('simple', ${word}))`

const having = (word: string) => ({
  titles: `select id from documents where ${TITLE} @@ ${lookedUp(word)}`,
  signers: `select document_id from signers where ${SIGNER} @@ ${lookedUp(word)}`,
})

const { titles, signers } = having('word')

/** Of each word whether more have it than $2: no more is read of the indexes than tells. */
const COMMON = `
  select (select count(*) from (${titles} limit $2::int + 1) t) > $2
      or (select count(*) from (${signers} limit $2::int + 1) s) > $2 as "isCommon"
    from unnest($1::text[]) with ordinality as sought (word, place) order by place`

/**
 * Conditions on documents `d`: every word begins a word of the title, or of a signer's name or address, whatever their accents; no document
 * has a text without words. All documents that have a word are looked up, unless it is a common one, which is left to be seen while documents are
 * read in their order: the page is full before long, whereas looking all of its documents up would take seconds.
 *
 * @param bind  gives a value its place among the statement's
 * @param many  so many documents are looked up at most
 */
export async function documentsByWords(
  text: string,
  bind: (value: unknown) => string,
  many = MANY
): Promise<string[]> {
  const sought = foldedWords(text).map((word) => `'${word}':*`)
  if (sought.length === 0) return ['false']
  const asked = query<{ isCommon: boolean }>(COMMON, [sought, many])
  const [found] = await CurrentTenant.batch([asked])
  return found.map(({ isCommon }, index) =>
    isCommon ? seenWhileReading(bind(sought[index])) : amongThoseHaving(bind(sought[index]))
  )
}

function amongThoseHaving(place: string): string {
  const { titles: byTitle, signers: bySigner } = having(place)
  return `d.id = any (array(${byTitle} union all ${bySigner}))`
}

function seenWhileReading(place: string): string {
  const word = `to_tsquery('simple', ${place})`
  return `(${TITLE} @@ ${word}
    or exists (select 1 from signers where document_id = d.id and ${SIGNER} @@ ${word}))`
}

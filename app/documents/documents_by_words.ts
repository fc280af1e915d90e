/** As the indexes of 0006_api.sql have it: marks become spaces, so that an address falls into its parts. */
const MARKS = '!"#$%&\'\'()*+,-./:;<=>?@[\\]^_`{|}~'
const SPACES = ' '.repeat(MARKS.length - 1)

const wordsOf = (text: string) =>
  `to_tsvector('simple', translate(${text}, '${MARKS}', '${SPACES}'))`

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * A condition on documents `d`: every word begins a word of the title, or of a signer's name or address. Each word is looked up in both
 * indexes, so that a page costs what the words find and not what there is.
 *
 * @param bind  gives a value its place among the statement's
 */
export function documentsByWords(text: string, bind: (value: unknown) => string): string {
  const words = text.match(WORD) ?? []
  return words.map((word) => ofWord(bind(`'${word}':*`))).join(' and ') || 'false'
}

function ofWord(place: string): string {
  const sought = `to_tsquery('simple', ${place})`
  return `d.id in (
    select id from documents where ${wordsOf('title')} @@ ${sought}
     union all select document_id from signers where ${wordsOf("name || ' ' || email")} @@ ${sought})`
}

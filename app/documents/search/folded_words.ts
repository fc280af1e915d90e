/** Marks of ASCII and typographic ones: what stands between words. Letters and digits among symbols have become plain ones before. */
const BETWEEN_WORDS =
  '[\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007e\\u00a1-\\u00bf\\u00d7\\u00f7\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3020\\u30fb]+'
const ACCENTS = '[\\u0300-\\u036f]+'

/** Letters that Unicode does not take apart. */
const SINGLE = { from: 'øØłŁđĐı', to: 'oOlLdDi' }
const DOUBLE: readonly [string, string][] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
]

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * Words as they are searched for: “Häuser” is hauser, Straße strasse. The case is left to PostgreSQL.
 *
 * @param column  an expression of SQL
 * @returns the expression of the indexes of 0076_folded_words.sql, to the letter
 */
export function foldedWordsOf(column: string): string {
  const plain = `regexp_replace(normalize(${column}, NFKD), '${ACCENTS}', '', 'g')`
  const single = `translate(${plain}, '${SINGLE.from}', '${SINGLE.to}')`
  const folded = DOUBLE.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, single)
  return `to_tsvector('simple', regexp_replace(${folded}, '${BETWEEN_WORDS}', ' ', 'g'))`
}

/** The same for what somebody types. */
export function foldedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]+/g, '')
  const single = plain.replaceAll(/./gu, (letter) => {
    const index = SINGLE.from.indexOf(letter)
    return index === -1 ? letter : SINGLE.to[index]
  })
  const folded = DOUBLE.reduce((all, [from, to]) => all.replaceAll(from, to), single)
  return folded.match(WORD) ?? []
}

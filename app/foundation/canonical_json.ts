import canonicalize from 'canonicalize'

/**
 * The one text of a value by RFC 8785 (JCS): what is hashed and signed.
 *
 * @throws TypeError for what JSON cannot say: undefined, a function, NaN, a lone surrogate, a cycle
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('A value without a JSON form has no canonical text')
  return text
}

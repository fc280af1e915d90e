import type { AttributeValue, Name } from '@peculiar/asn1-x509'

/** A text that is the same for names that OpenSSL takes for the same: whatever the kind of their strings, the case of ASCII letters and how many blanks (RFC 5280, 7.1). */
export function comparableName(name: Name): string {
  const parts = name.map((values) =>
    values.map(({ type, value }) => type + comparableValue(value)).sort()
  )
  return JSON.stringify(parts)
}

function comparableValue(value: AttributeValue): string {
  if (value.anyValue) return `#${value}`
  const words = value.toString().split(/[\t-\r ]+/)
  const text = words.filter(Boolean).join(' ')
  return `=${text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())}`
}

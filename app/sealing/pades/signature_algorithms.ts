export type HashName = 'sha256' | 'sha384' | 'sha512'

/** RFC 5758 and RFC 4055: signature algorithms that are accepted, and the digest that each brings with it. */
export const SIGNATURE_HASHES: Readonly<Record<string, HashName>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}

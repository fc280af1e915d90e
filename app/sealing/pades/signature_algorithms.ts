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

const RSASSA_PSS = '1.2.840.113549.1.1.10'
/** How parameters name a digest, and write the length of its salt. */
const PSS_DIGESTS: readonly [HashName, string, string][] = [
  ['sha256', '01', '20'],
  ['sha384', '02', '30'],
  ['sha512', '03', '40'],
]

/** The digest under the signature of a certificate; null for algorithms that browsers lack. @param parameters  DER */
export function certificateHash(
  algorithm: string,
  parameters: ArrayBuffer | null | undefined
): HashName | null {
  if (algorithm !== RSASSA_PSS) return SIGNATURE_HASHES[algorithm] ?? null
  const written = Buffer.from(parameters ?? new ArrayBuffer(0)).toString('hex')
  return PSS_DIGESTS.find(([, ...digest]) => pssParameters(...digest) === written)?.[0] ?? null
}

/** As authorities write them (RFC 4055, 3.1): one digest for everything, and a salt as long as it is. */
function pssParameters(digest: string, saltLength: string): string {
  const hash = `300d06096086480165030402${digest}0500`
  return `3034a00f${hash}a11c301a06092a864886f70d010108${hash}a2030201${saltLength}`
}

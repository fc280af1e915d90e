import { type X509Certificate } from 'node:crypto'
import { issued } from '../pades/certificate_path.js'
import { OID } from '../pades/object_identifiers.js'
import { SignedDataProof } from '../pades/signed_data_proof.js'

const MAX_LENGTH = 5

/** Certificates from one that signed up to the top, as far as they are known. */
export type Chain = readonly X509Certificate[]

/** That of a time stamp. @param known  issuers that it need not enclose */
export function stampChain(token: Uint8Array, known: readonly X509Certificate[]): Chain {
  const { signer, certificates } = SignedDataProof.of(token, OID.tstInfo)
  return chainOf(signer, [...certificates, ...known])
}

/** That of any certificate. */
export function chainOf(signer: X509Certificate, known: readonly X509Certificate[]): Chain {
  const chain = [signer]
  while (chain.length < MAX_LENGTH) {
    const last = chain.at(-1)!
    if (issued(last, last)) break
    const issuer = known.find((candidate) => issued(candidate, last))
    if (!issuer) break
    chain.push(issuer)
  }
  return chain
}

/** Each certificate whose issuer is known, with that issuer. */
export function links(chain: Chain) {
  return chain
    .slice(0, -1)
    .map((certificate, index) => ({ certificate, issuer: chain[index + 1]! }))
}

/** Until when the certificates below the top are valid: what they signed can be checked as long. */
export function endOf(chain: Chain): Date {
  const ends = chain
    .filter((certificate, index) => index === 0 || !issued(certificate, certificate))
    .map(({ validToDate }) => validToDate)
  return ends.reduce((first, end) => (end < first ? end : first))
}

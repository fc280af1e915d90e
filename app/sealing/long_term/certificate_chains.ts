import { type X509Certificate } from 'node:crypto'
import { issued, issuedUnchecked } from '../pades/certificate_path.js'
import { OID } from '../pades/object_identifiers.js'
import { SignedDataProof } from '../pades/signed_data_proof.js'

/** Of a chain, in certificates. */
export const MAX_LENGTH = 5

/** Certificates from one that signed up to the top, as far as they are known. */
export type Chain = readonly X509Certificate[]

/** That of a time stamp, whether it is checked or not. @param known  issuers that it need not enclose */
export function stampChain(token: Uint8Array, known: readonly X509Certificate[]): Chain {
  const { signer, certificates } = SignedDataProof.read(token, OID.tstInfo)
  return chainOf(signer, [...certificates, ...known])
}

/** That of any certificate. A link in an algorithm that is not checked counts by names and key identifiers: see `links`. */
export function chainOf(signer: X509Certificate, known: readonly X509Certificate[]): Chain {
  const chain = [signer]
  while (chain.length < MAX_LENGTH) {
    const last = chain.at(-1)!
    if (isTop(last)) break
    const issuer =
      known.find((candidate) => issued(candidate, last)) ??
      known.find((candidate) => issuedUnchecked(candidate, last))
    if (!issuer) break
    chain.push(issuer)
  }
  return chain
}

/** A certificate whose issuer is known. */
export interface Link {
  certificate: X509Certificate
  issuer: X509Certificate
  /** Whether the issuer’s signature holds; of others, nothing counts that the issuer says. */
  isChecked: boolean
}

export function links(chain: Chain): Link[] {
  return chain.slice(0, -1).map((certificate, index) => {
    const issuer = chain[index + 1]!
    return { certificate, issuer, isChecked: issued(issuer, certificate) }
  })
}

/** Until when the certificates below the top are valid: what they signed can be checked as long. */
export function endOf(chain: Chain): Date {
  const ends = chain
    .filter((certificate, index) => index === 0 || !isTop(certificate))
    .map(({ validToDate }) => validToDate)
  return ends.reduce((first, end) => (end < first ? end : first))
}

/** Whether it was issued by itself, be it in an algorithm that is not checked. */
function isTop(certificate: X509Certificate): boolean {
  return issued(certificate, certificate) || issuedUnchecked(certificate, certificate)
}

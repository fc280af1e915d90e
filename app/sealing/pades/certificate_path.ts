import { type X509Certificate } from 'node:crypto'
import Unproven from '../errors/unproven.js'

const MAX_LENGTH = 5

/**
 * Follows issuers from a certificate to one of the roots.
 *
 * @param at  when all of them must have been valid
 * @returns the certificates on the way, the root last
 * @throws E_UNPROVEN
 */
export function provePath(
  leaf: X509Certificate,
  enclosed: X509Certificate[],
  roots: X509Certificate[],
  at: Date
): X509Certificate[] {
  const path = [leaf]
  let current = leaf
  for (let length = 0; length < MAX_LENGTH; length++) {
    proveTerm(current, at)
    const root = roots.find((candidate) => issued(candidate, current))
    if (root) {
      proveTerm(root, at)
      return [...path, root]
    }
    const issuer = enclosed.find((candidate) => candidate !== current && issued(candidate, current))
    if (!issuer) throw new Unproven('its certificate does not lead to an authority of ours')
    path.push(issuer)
    current = issuer
  }
  throw new Unproven('its certificate has too many issuers')
}

function issued(issuer: X509Certificate, subject: X509Certificate) {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
}

function proveTerm({ validFromDate, validToDate }: X509Certificate, at: Date) {
  if (at < validFromDate || at > validToDate) {
    throw new Unproven('its certificate was not valid at the time of sealing')
  }
}

import { type X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { BasicConstraints, Certificate, id_ce_basicConstraints } from '@peculiar/asn1-x509'
import Unproven from '../errors/unproven.js'
import { hasAcceptedKey } from './accepted_keys.js'
import { rememberedBy } from './remembered.js'
import { certificateHash } from './signature_algorithms.js'

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
      path.push(root)
      proveLengths(path)
      return path
    }
    const issuer = enclosed.find((candidate) => candidate !== current && issued(candidate, current))
    if (!issuer) throw new Unproven('its certificate does not lead to an authority of ours')
    path.push(issuer)
    current = issuer
  }
  throw new Unproven('its certificate has too many issuers')
}

/** Whether one certificate was issued by way of the other, in an algorithm that browsers check as well. */
export function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuedBy(issuer)(subject)
}

const issuedBy = rememberedBy((issuer) =>
  rememberedBy(
    (subject) =>
      isNamed(issuer, subject) && isCheckable(issuer, subject) && subject.verify(issuer.publicKey)
  )
)

/** The same by what both say of themselves, where the algorithm is one that is not checked: it proves nothing. */
export function issuedUnchecked(issuer: X509Certificate, subject: X509Certificate) {
  return isNamed(issuer, subject) && !isCheckable(issuer, subject)
}

function isNamed(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer)
}

function isCheckable(issuer: X509Certificate, subject: X509Certificate): boolean {
  return hasAcceptedKey(issuer) && hashUnder(subject) !== null
}

const hashUnder = rememberedBy(({ raw }) => {
  const { algorithm, parameters } = AsnConvert.parse(raw, Certificate).signatureAlgorithm
  return certificateHash(algorithm, parameters)
})

function proveTerm({ validFromDate, validToDate }: X509Certificate, at: Date) {
  if (at < validFromDate || at > validToDate) {
    throw new Unproven('its certificate was not valid at the time of sealing')
  }
}

/** That no authority stands for more of them than it may. */
function proveLengths([, ...issuers]: X509Certificate[]) {
  issuers.forEach((issuer, below) => {
    if (below > 0 && below > mostBelow(issuer))
      throw new Unproven('its certificate has too many issuers')
  })
}

/** How many authorities may stand between this one and a leaf (RFC 5280, 4.2.1.9). */
const mostBelow = rememberedBy(({ raw }): number => {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const found = extensions.find(({ extnID }) => extnID === id_ce_basicConstraints)
  if (!found) return 0
  return AsnConvert.parse(found.extnValue.buffer, BasicConstraints).pathLenConstraint ?? MAX_LENGTH
})

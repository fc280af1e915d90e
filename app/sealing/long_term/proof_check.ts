import { X509Certificate } from 'node:crypto'
import Unproven from '../errors/unproven.js'
import { stampChain, type Chain } from './certificate_chains.js'
import { listAddresses } from './list_addresses.js'
import type { Proofs } from './proofs.js'
import { readAnswer, readList, type StatusStatement } from './status_statement.js'

export interface ProvenSeal {
  /** From the certificate that sealed to the root. */
  path: Chain
  timestampToken: Uint8Array | null
  signedAt: Date
}

/**
 * Proves that the certificates of a seal and of its time stamp were good when it was made, by what their issuers say of them (EN 319 142-1,
 * 5.4, level B-LT), and that there is nothing else among the proofs. Of an authority for time stamps, those certificates count that say where
 * their status is published.
 *
 * @throws E_UNPROVEN
 */
export function proveLongTerm(proofs: Proofs, { path, timestampToken, signedAt }: ProvenSeal) {
  if (!timestampToken) throw new Unproven('it has no time stamp to be proved')
  const certificates = proofs.certificates.map((der) =>
    read(der, (bytes) => new X509Certificate(bytes))
  )
  const stamp = stampChain(timestampToken, certificates)
  const statements = [
    ...proofs.lists.map((der) => read(der, readList)),
    ...proofs.answers.map((der) => read(der, readAnswer)),
  ]
  const used = new Set<StatusStatement>()
  for (const { certificate, issuer } of links(path))
    used.add(proveGood(certificate, issuer, statements, signedAt))
  for (const { certificate, issuer } of links(stamp))
    if (listAddresses(certificate).length > 0)
      used.add(proveGood(certificate, issuer, statements, signedAt))
  const isKnown = ({ raw }: X509Certificate) =>
    [...path, ...stamp].some((known) => known.raw.equals(raw))
  if (!certificates.every(isKnown) || used.size !== statements.length)
    throw new Unproven('its proofs are about something else')
}

/** Each certificate whose issuer is known, with that issuer. */
export function links(chain: Chain) {
  return chain
    .slice(0, -1)
    .map((certificate, index) => ({ certificate, issuer: chain[index + 1]! }))
}

function proveGood(
  certificate: X509Certificate,
  issuer: X509Certificate,
  statements: readonly StatusStatement[],
  at: Date
): StatusStatement {
  const isProof = (statement: StatusStatement) => {
    const { validUntil } = statement
    if (!validUntil || validUntil < at || !statement.isBy(issuer)) return false
    const status = statement.statusOf(certificate, issuer)
    return status === 'good' || (status !== null && status > at)
  }
  const found = statements.find(isProof)
  if (!found) throw new Unproven('nothing proves that its certificates were good')
  return found
}

function read<Kind>(der: Uint8Array, reader: (der: Uint8Array) => Kind): Kind {
  try {
    return reader(der)
  } catch (cause) {
    throw new Unproven('its proofs cannot be read', { cause })
  }
}

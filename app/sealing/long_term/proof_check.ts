import { X509Certificate } from 'node:crypto'
import Unproven from '../errors/unproven.js'
import { links, stampChain, type Chain } from './certificate_chains.js'
import { isCheckable } from '../pades/timestamp_token.js'
import type { Proofs } from './proofs.js'
import { listAddresses, responderAddresses } from './status_addresses.js'
import { readAnswer, readList, type StatusStatement } from './status_statement.js'

export interface ProvenSeal {
  /** From the certificate that sealed to the root. */
  path: Chain
  /** Of a certificate of the tenant's own, which `path` endorses; else empty. */
  own: Chain
  timestampToken: Uint8Array | null
  signedAt: Date
}

/** A time stamp whose signature holds, if it can be checked. */
export interface Stamp {
  token: Uint8Array
  at: Date
}

/** A time stamp of which proofs were looked at. */
export interface ProvenStamp {
  /** From the authority's certificate upwards, as far as the file has them. */
  chain: Chain
  /** Whether something says of each of them that it was good; where its issuer publishes no list, nothing need. */
  isStatusKnown: boolean
}

/**
 * Proves that the certificates of a seal and of its time stamp were good when it was made, by what their issuers say of them (EN 319 142-1,
 * 5.4, level B-LT), and that there is nothing else among the proofs. Of an authority for time stamps, those certificates count that name a
 * list, and of a tenant's own chain those that name a list or a responder; what is said of others is looked at. Nothing is proved of an
 * authority whose time stamp cannot be checked, nor by what is said of one in algorithms that cannot be.
 *
 * @throws E_UNPROVEN
 */
export function proveLongTerm(
  proofs: Proofs,
  { path, own, timestampToken, signedAt }: ProvenSeal
): ProvenStamp & { isOwnStatusKnown: boolean } {
  if (!timestampToken) throw new Unproven('it has no time stamp to be proved')
  const statements = new Statements(proofs)
  for (const { certificate, issuer } of links(path))
    statements.proveGood(certificate, issuer, signedAt)
  const names = (one: X509Certificate) => [...listAddresses(one), ...responderAddresses(one)]
  const isOwnStatusKnown = proveChain(statements, own, { at: signedAt, names })
  const stamp = { token: timestampToken, at: signedAt }
  const proven = proveAuthority(statements, certificatesOf(proofs), stamp)
  statements.refuseOthers([...path, ...own, ...proven.chain])
  return { ...proven, isOwnStatusKnown }
}

/**
 * The same of a document time stamp, by what was added before it was renewed.
 *
 * @param known  certificates that the file has from before
 * @throws E_UNPROVEN
 */
export function proveRenewed(proofs: Proofs, known: Chain, stamp: Stamp): ProvenStamp {
  const statements = new Statements(proofs)
  const proven = proveAuthority(statements, [...certificatesOf(proofs), ...known], stamp)
  statements.refuseOthers(proven.chain)
  return proven
}

/** @throws E_UNPROVEN */
export function certificatesOf({ certificates }: Proofs): X509Certificate[] {
  return certificates.map((der) => read(der, (bytes) => new X509Certificate(bytes)))
}

function proveAuthority(statements: Statements, known: Chain, { token, at }: Stamp): ProvenStamp {
  const chain = stampChain(token, known)
  if (isCheckable(token))
    return { chain, isStatusKnown: proveChain(statements, chain, { at, names: listAddresses }) }
  for (const { certificate, issuer } of links(chain)) statements.allow(certificate, issuer)
  return { chain, isStatusKnown: false }
}

/**
 * @param names  where a certificate says that it is published whether it is good, if that has to be among the proofs
 * @returns whether it is known of each
 */
function proveChain(
  statements: Statements,
  chain: Chain,
  { at, names }: { at: Date; names: (certificate: X509Certificate) => string[] }
): boolean {
  let isStatusKnown = chain.length > 1
  for (const { certificate, issuer, isChecked } of links(chain))
    if (!isChecked) {
      statements.allow(certificate, issuer)
      isStatusKnown = false
    } else if (!statements.find(certificate, issuer, at)) {
      const isNeeded = names(certificate).length > 0
      if (!statements.allowUncheckable(certificate, issuer) && isNeeded) throw unprovenStatus()
      isStatusKnown = false
    }
  return isStatusKnown
}

/** What issuers say, each of which has to be of use. */
class Statements {
  #all: readonly StatusStatement[]
  #used = new Set<StatusStatement>()

  constructor(readonly proofs: Proofs) {
    this.#all = [
      ...proofs.lists.map((der) => read(der, readList)),
      ...proofs.answers.map((der) => read(der, readAnswer)),
    ]
  }

  proveGood(certificate: X509Certificate, issuer: X509Certificate, at: Date): void {
    if (!this.find(certificate, issuer, at)) throw unprovenStatus()
  }

  /** One that says that it was good then. */
  find(certificate: X509Certificate, issuer: X509Certificate, at: Date): StatusStatement | null {
    const found = this.#all.find((statement) => isProof(statement, { certificate, issuer, at }))
    if (found) this.#used.add(found)
    return found ?? null
  }

  /** Whatever is said of a certificate whose issuer cannot be checked: it is of no use, and no fault. */
  allow(certificate: X509Certificate, issuer: X509Certificate): void {
    for (const statement of this.#about(certificate, issuer)) this.#used.add(statement)
  }

  /** The same of what is said in algorithms that cannot be checked. @returns whether there is such a statement */
  allowUncheckable(certificate: X509Certificate, issuer: X509Certificate): boolean {
    const some = this.#about(certificate, issuer).filter((one) => !one.isCheckable(issuer))
    for (const statement of some) this.#used.add(statement)
    return some.length > 0
  }

  /** @param proven  all certificates that the proofs may have */
  refuseOthers(proven: Chain): void {
    const isProven = ({ raw }: X509Certificate) => proven.some((known) => known.raw.equals(raw))
    if (!certificatesOf(this.proofs).every(isProven) || this.#used.size !== this.#all.length)
      throw new Unproven('its proofs are about something else')
  }

  #about(certificate: X509Certificate, issuer: X509Certificate): StatusStatement[] {
    return this.#all.filter((statement) => statement.isAbout(certificate, issuer))
  }
}

function unprovenStatus(): Unproven {
  return new Unproven('nothing proves that its certificates were good')
}

function isProof(
  statement: StatusStatement,
  { certificate, issuer, at }: { certificate: X509Certificate; issuer: X509Certificate; at: Date }
): boolean {
  const { validUntil } = statement
  if (!validUntil || validUntil < at || !statement.isBy(issuer)) return false
  const status = statement.statusOf(certificate, issuer)
  return status === 'good' || (status !== null && status > at)
}

function read<Kind>(der: Uint8Array, reader: (der: Uint8Array) => Kind): Kind {
  try {
    return reader(der)
  } catch (cause) {
    throw new Unproven('its proofs cannot be read', { cause })
  }
}

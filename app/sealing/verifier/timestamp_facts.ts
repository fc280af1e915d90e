import { X509Certificate } from 'node:crypto'
import type { Archive } from '../long_term/archive.js'
import { stampChain } from '../long_term/certificate_chains.js'
import { leadsTo, proveTimestamp } from '../pades/timestamp_token.js'
import type { SealFacts, TimestampFacts } from './seal_report.js'

/** Of a seal's own time stamp. @param value  what it is about @param roots  DER of the authorities that are trusted */
export function timestampFacts(
  token: Uint8Array,
  value: Uint8Array,
  roots: readonly Uint8Array[]
): TimestampFacts {
  return { ...proven(proveTimestamp(token, value)), isTrusted: isTrusted(token, roots) }
}

/**
 * Whether a time stamp leads to one of the roots by links alone that are not checked, because browsers lack their algorithm: whether it is
 * trusted cannot be told, and it does not count.
 */
export function leadsUnchecked(token: Uint8Array, roots: readonly Uint8Array[]): boolean {
  const known = roots.map((der) => new X509Certificate(der))
  if (leadsTo(token, known)) return false
  const [, ...issuers] = stampChain(token, known)
  return issuers.some(({ raw }) => known.some((root) => root.raw.equals(raw)))
}

/** Of a seal with what proves it for the long term; of one whose time stamp does not count, nothing is proved. */
export function archivedFacts(
  seal: SealFacts,
  archive: Archive,
  roots: readonly Uint8Array[]
): SealFacts {
  if (!seal.timestamp) return seal
  const stamps = archive.checkedStamps.filter(({ token }) => !leadsUnchecked(token, roots))
  const sealStamp = { authority: seal.timestamp.authority, isStatusKnown: archive.isStatusKnown }
  const unproven = [sealStamp, ...stamps].filter(({ isStatusKnown }) => !isStatusKnown)
  return {
    ...seal,
    ownCertificate: seal.ownCertificate && {
      ...seal.ownCertificate,
      isStatusKnown: archive.isOwnStatusKnown,
    },
    level: stamps.length > 0 ? 'B-LTA' : 'B-LT',
    documentTimestamps: stamps.map((stamp) => ({
      ...proven(stamp),
      isTrusted: isTrusted(stamp.token, roots),
      validUntil: stamp.validUntil.toISOString(),
    })),
    provenUntil: archive.provenUntil(stamps)?.toISOString() ?? null,
    unprovenAuthorities: [...new Set(unproven.map(({ authority }) => authority))],
  }
}

function proven({ at, authority }: { at: Date; authority: string }) {
  return { at: at.toISOString(), authority }
}

function isTrusted(token: Uint8Array, roots: readonly Uint8Array[]): boolean | null {
  if (roots.length === 0) return null
  return leadsTo(
    token,
    roots.map((der) => new X509Certificate(der))
  )
}

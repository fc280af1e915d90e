import type { Revocation } from '../revocation.js'
import type { EarlierSignature } from '../signed/earlier_signature.js'
import type { SealLevel } from '../seal_order.js'

/**
 * What was found of a file. `whole`: sealed by this service and unchanged. `revoked`: unchanged, but the seal's certificate was
 * revoked, and nothing proves that the seal is older. `altered`: it has a seal, which does not stand for what the file
 * shows. `foreign`: it has a signature that is not a seal of this service. `unsealed`: it has none.
 */
export const VERDICTS = ['whole', 'revoked', 'altered', 'foreign', 'unsealed'] as const

export type Verdict = (typeof VERDICTS)[number]

/** What is wrong, in the order in which it is looked for, and how attacks of that kind are called in the literature. */
export const FAULTS = {
  not_pdf: null,
  no_signature: null,
  seal_removed: 'USF',
  range_missing: 'USF',
  range_malformed: 'USF',
  contents_missing: 'USF',
  range_wrong: 'SWA',
  gap_filled: 'SWA',
  cut_short: null,
  appended: 'ISA',
  objects_replaced: 'shadow: replace',
  objects_swapped: 'shadow: hide and replace',
  table_replaced: 'shadow: hide',
  annotation_added: 'EAA',
  signature_added: 'SSA',
  form_changed: 'shadow: replace',
  proofs_added: null,
  stamp_wrong: 'SSA',
  behind_stamp: 'ISA',
  bytes_changed: null,
  padding_used: 'USF',
  signature_unreadable: 'USF',
  other_fields: 'SSA',
  certificate_wrong: null,
  foreign_authority: null,
  timestamp_wrong: null,
  certificate_revoked: null,
  structure_changed: null,
} as const satisfies Record<string, string | null>

export type Fault = keyof typeof FAULTS

/** When an authority saw something. */
export interface TimestampFacts {
  at: string
  authority: string
  /** Whether it leads to an authority that this installation trusts; null where it names none. */
  isTrusted: boolean | null
}

/** A certificate of the tenant's own, which one by our authority for the same key endorses. Its issuers are not ours, and not judged. */
export interface OwnCertificateFacts {
  /** One line, as in "C=DE, O=Acme GmbH, CN=Acme GmbH". */
  subject: string
  issuer: string
  /** Hexadecimal. */
  serial: string
  validUntil: string
  /** Whether the file says of it and of its issuers that they were good then (B-LT). */
  isStatusKnown: boolean
}

/** A seal whose signature holds, be it over the whole file or over its first bytes. */
export interface SealFacts {
  /** The organisation that the certificate names. */
  by: string
  /** One line, as in "O=Acme, CN=Acme document seal". */
  certificate: string
  /** Null for a certificate by our authority. */
  ownCertificate: OwnCertificateFacts | null
  /** Sealed in a sandbox: no legal effect. */
  isTest: boolean
  /** As the seal says; ISO 8601. */
  claimedAt: string
  timestamp: TimestampFacts | null
  /** It has one in an algorithm that browsers lack, and that is not checked anywhere: it does not count. */
  hasUncheckedTimestamp: boolean
  /** Of PAdES: without a time stamp, with one, with proofs for the long term behind the seal, with time stamps over these (EN 319 142-1). */
  level: SealLevel
  /** Those over the whole file, with its seal and proofs, oldest first. */
  documentTimestamps: readonly (TimestampFacts & { validUntil: string })[]
  /** Until when these can be checked, each made before the one before it had ended; ISO 8601. Null without any. */
  provenUntil: string | null
  /** Authorities of time stamps of which nothing in the file says that their certificates were good; empty below B-LT, where nothing says it of any. */
  unprovenAuthorities: readonly string[]
  /** From the first byte on. */
  coveredBytes: number
  /** Since when seals of its certificate do not count; ISO 8601. */
  revokedAt: string | null
}

/** A signature beside the seal. */
export interface SignatureFacts extends EarlierSignature {
  /** Which signer of this document made it, as the seal says, and who issued the certificate, which is not judged; null for one of somebody else. */
  signer: { name: string; issuer: string } | null
}

export interface SealReport {
  verdict: Verdict
  faults: readonly Fault[]
  seal: SealFacts | null
  /** Those of others, in the order of what they cover. Who holds their certificates is not asked. */
  signatures: readonly SignatureFacts[]
  sha256: string
  bytes: number
}

/** A file that was examined, and the audit trail that its seal covers; null where none does. */
export interface ExaminedFile {
  report: SealReport
  trail: Uint8Array | null
}

/** Authorities that are accepted, and those whose time stamps are. */
export interface TrustedRoots {
  seals: readonly { der: Uint8Array; isTest: boolean }[]
  timestamps: readonly Uint8Array[]
  revoked: readonly Revocation[]
}

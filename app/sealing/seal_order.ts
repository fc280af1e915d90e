import type { Language } from '#app/foundation/phrases/languages'
import type { PrivateKey } from './keys/private_key.js'

/** Everything that a seal is made of; bytes and plain values only, since it crosses to a thread. A key that is elsewhere stays outside. */
export interface SealOrder {
  /** What `intake.examine` returned, unchanged. */
  canonical: Uint8Array
  /** It bears signatures of others, and they have to hold: nothing of it is written anew, and no page is added. */
  isSignedBefore?: boolean
  /** SHA-256 of `canonical` where signers have added signatures of their own to what they were shown; else that of the certificate holds. */
  revisionSha256?: string
  /** Which signatures in `canonical` those are. */
  ownSignatures?: readonly OwnSignatureOf[]
  /** It is one file of several, and no page about the signing is added: their certificate is a file of its own. */
  isPart?: boolean
  /** A test document says so on every page. */
  isTest: boolean
  placements: Placement[]
  /** Signers who have no signature field: they sign on a page of their own. */
  signaturePage: PageSignature[]
  certificate: CertificateContent
  signing: SealSigning
  /** Files that the sealed one carries, and that its seal covers. */
  attachments: Attachment[]
  /** Pages about a document that leave the document itself out; `canonical` is then any page of ours. */
  record?: RecordOfDocument
}

/** A signature that a signer made with a certificate of their own, as the seal names it to who has nothing but the file. */
export interface OwnSignatureOf {
  signerName: string
  /** Who issued the certificate, in one line. */
  issuer: string
  /** It covers so many bytes from the first on, as no other does. */
  coveredBytes: number
}

export interface RecordOfDocument {
  kind: 'certificate' | 'audit'
  /** What happened at `completedAt`; null where the document has not come to its end. */
  end: DocumentEnd | null
  /** Of the document. */
  pageCount: number
}

export type DocumentEnd = 'completed' | 'declined' | 'expired' | 'voided' | 'failed'

/** A file within the sealed one (ISO 32000-2, 14.13): what its pages say, for programs. */
export interface Attachment {
  name: string
  mimeType: string
  description: string
  bytes: Uint8Array
}

/** Points, from the top left corner of the page as a person sees it; the first page is 1. */
export interface FieldPlace {
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** Something that was stamped, or will be. */
export interface Mark extends FieldPlace {
  /** It stands on a light plate, since the page is as dark there as ink. */
  hasPlate?: boolean
}

/** What is drawn into a place: kinds of fields differ in more than this. */
export type Stamp =
  | { kind: 'text'; value: string }
  | { kind: 'checkbox'; value: boolean }
  | { kind: 'radio'; value: boolean }
  | { kind: 'signature'; value: SignatureImage }

export type Placement = Mark & Stamp

export interface Point {
  x: number
  y: number
  /** How hard the pen pressed, from 0 to 1, where it says so. */
  p?: number
}

export type SignatureImage =
  /** Points of the pad, y downward. */
  | { kind: 'drawn'; strokes: Point[][]; width: number; height: number }
  | { kind: 'typed'; text: string }
  | { kind: 'uploaded'; png: Uint8Array }

export interface PageSignature {
  signerName: string
  email: string
  signature: SignatureImage
  signedAt: Date
}

export interface CertificateContent {
  /** That of everything that we add to the document. */
  language: Language
  documentId: string
  title: string
  tenantName: string
  /** Lower-case hexadecimal, of the bytes as received and of what signers saw. */
  originalSha256: string
  canonicalSha256: string
  /** Where there are several; each is sealed on its own. */
  files?: CertificateFile[]
  createdAt: Date
  completedAt: Date
  /** How many entries the audit trail has, and the hash of the last. */
  chainLength: number
  chainHead: string
  signers: CertificateSigner[]
  /** Who signed nothing, and only gets a copy. */
  copies: CertificateCopy[]
  /** All of them; what was repeated stands in one line. */
  entries: CertificateEntry[]
  /** Where its code leads, which names the document there: to the page that follows it, or once it has ended to where it is checked. */
  verifyUrl: string
  isFollowed?: boolean
  brand: SealBrand
}

/** One of several files, and the hashes by which it can be known again. */
export interface CertificateFile {
  name: string
  pageCount: number
  originalSha256: string
  /** Null before it was sealed, and where it never was. */
  sealedSha256: string | null
}

/** How the sender appears on pages that are added. */
export interface SealBrand {
  name: string
  /** As #rrggbb. */
  color: string
  /** A PNG of our making. */
  logo?: Uint8Array
}

export interface CertificateCopy {
  name: string
  email: string
}

export type SignerState =
  'pending' | 'sent' | 'signed' | 'declined' | 'expired' | 'voided' | 'delivery_failed'

export interface CertificateSigner {
  /** Whether they were asked to approve, and not to sign. */
  isApprover: boolean
  name: string
  email: string
  status: SignerState
  consentVersion: string | null
  consentSha256: string | null
  /** Missing where they never took it back. */
  consentWithdrawnAt?: Date | null
  sentAt: Date | null
  viewedAt: Date | null
  signedAt: Date | null
  ipAddress: string | null
  userAgent: string | null
  order: number | null
  /** Missing where the link was enough. */
  identity?: CertificateIdentity | null
  /** Missing where the link was enough. */
  access?: CertificateAccess | null
  /** Of their own, with which they signed as well; missing without one. Null values were erased. */
  certified?: CertifiedBy | null
  /** Missing for who signs by a link of their own. */
  inPerson?: CertificatePresence | null
}

/** A certificate that a signer signed with. Its issuer is named, and not judged. */
export interface CertifiedBy {
  subject: string | null
  issuer: string | null
  serial: string | null
  certificateSha256: string
}

/** That somebody signs on the device of a member, in the member’s presence. */
export interface CertificatePresence {
  /** Null before they have signed; null values were erased. */
  host: { name: string | null; email: string | null } | null
}

/** That a signer entered a code before the link showed anything. */
export interface CertificateAccess {
  /** `code`: the sender had agreed it with them. Others were sent. */
  check: 'code' | 'email_code' | 'sms_code'
  enteredAt: Date
  /** The address or number, masked; null for one that was agreed. */
  sentTo: string | null
}

/** That an identity provider vouched for a signer. */
export interface CertificateIdentity {
  /** Its entity ID. */
  provider: string
  /** How the person logged in there, as a URI of SAML. */
  authenticationContext: string | null
  authenticatedAt: Date
  /** When its answer was accepted. */
  at: Date
  assertionSha256: string
}

/** One entry of the audit trail, or several that say the same. */
export interface CertificateEntry {
  sequence: number
  at: Date
  /** What happened, in words. */
  event: string
  /** What it was about: to whom, from what to what. */
  detail: string | null
  actor: string
  ipAddress: string | null
  hash: string
  /** Of several, the last; `sequence`, `at` and `hash` are then those of the first. */
  repeated?: { times: number; sequence: number; at: Date; hash: string }
}

export interface SealSigning {
  /** DER: the leaf, and its issuers up to the root. */
  certificate: Uint8Array
  chain: Uint8Array[]
  privateKey: PrivateKey
  signerName: string
  reason: string
  at: Date
  /** What the field of the signature is called; `Seal` unless a signer makes it. */
  field?: 'Signature'
  /** RFC 3161 services, asked in turn: when one answers the seal is PAdES B-T, else B-B. */
  timestampUrls?: readonly string[]
  /** None of them answered: room is left in the signature for a time stamp that comes later. */
  isStampedLater?: boolean
}

/** Levels of PAdES (EN 319 142-1): without a time stamp, with one, with proofs for the long term as well, with a time stamp over all of it. */
export type SealLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'

export interface Sealed {
  bytes: Uint8Array
  /** Lower-case hexadecimal, of all of `bytes`. */
  sha256: string
  pageCount: number
  /** Where values and signatures were stamped that show something. */
  marks: Mark[]
  /** PAdES: with a time stamp, or without. */
  level: 'B-T' | 'B-B'
}

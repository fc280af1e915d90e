import { isErased } from '#app/audit/erased_values'
import type { VerifiedEntry } from '#app/audit/verified_trail'
import type { SentSigner } from '../sent_facts.js'
import type { AccessCheck } from '../signers/access_code.js'
import type { CertificateDemand } from '../signers/own_certificate.js'
import type { IdentityCheck } from '../signers/signer_identity.js'
import type { SignerRole } from '../signers/signer_role.js'
import type { SignerStatus } from '../signers/signer_status.js'

interface Consent {
  version: string
  sha256: string
  isTextKept?: boolean
}

/** What an entry says of a proof of identity. */
export interface ProofDetails {
  signerId: string
  method: IdentityCheck
  /** Entity ID of the provider. */
  provider: string
  authenticationContext: string | null
  /** ISO 8601. */
  authenticatedAt: string
  /** Of the text that the provider signed. */
  assertionSha256: string
  /** Of the message as it came. */
  responseSha256: string
}

export interface ProvenIdentity extends ProofDetails {
  at: Date
}

/** A member who handed a device to a signer. Null values were erased. */
export interface ProvenHost {
  name: string | null
  email: string | null
}

/** What an entry says of a signature with the signer's own certificate. Null values were erased. */
export interface ProvenCertificate {
  certificateSha256: string
  revisionSha256: string
  revisionBytes: number
  validUntil: string
  subject: string | null
  issuer: string | null
  serial: string | null
}

interface EnteredCode {
  at: Date
  sentTo: string | null
  /** False where it may have been another agreed code than the one entered before: earlier releases did not say. */
  isSure: boolean
}

/** What a trail says of one signer. */
export class ProvenSigner {
  status: SignerStatus = 'pending'
  role: SignerRole = 'signer'
  /** Whether they were to sign on the device of a member. */
  inPerson = false
  /** On whose device, and in whose presence, they signed; null for those who signed by a link of their own. */
  host: ProvenHost | null = null
  sentAt: Date | null = null
  viewedAt: Date | null = null
  signedAt: Date | null = null
  declinedAt: Date | null = null
  declineReason: string | null = null
  /** In whatever way they were to sign since, and at whatever address. */
  #wasMailed = false
  /** In force. `isTextKept`: the words were kept with it, as earlier releases did not. */
  consent: { version: string; sha256: string; isTextKept: boolean } | null = null
  /** When they last took it back; what is in force since was given again. */
  consentWithdrawnAt: Date | null = null
  ipAddress: string | null = null
  userAgent: string | null = null
  /** How they have to prove who they are; null where the link is enough. */
  identity: IdentityCheck | null = null
  /** Whether they sign with a certificate of their own; null where nobody asks for it. */
  certificate: CertificateDemand | null = null
  /** The signature that they made with it. */
  certified: ProvenCertificate | null = null
  /** The proof that counts: the last before they signed. */
  proof: ProvenIdentity | null = null
  /** What they have to know beyond the link; null where it is enough. */
  access: AccessCheck | null = null
  /** Where codes by SMS go. */
  phone: string | null = null
  /** When the code was last entered rightly, and with which kind of code they signed. */
  codeEnteredAt: Date | null = null
  signedWithCode: AccessCheck | null = null
  /** Where the last code went that was sent to them, masked. */
  codeSentTo: string | null = null
  /** The last code that they entered and that may still count, of each kind. */
  #entered: Partial<Record<AccessCheck, EnteredCode>> = {}
  /** A change of their address of which nobody knows any more whether it was another one. */
  #unsure: VerifiedEntry | null = null
  /** Commitments to the signature and the initials. */
  marks: Record<string, string> = {}

  private constructor(
    readonly id: string,
    public name: string | null,
    public email: string | null,
    readonly order: number | null
  ) {}

  static of(sent: SentSigner): ProvenSigner {
    const { id, role, inPerson, name, email, order, identity, access, phone } = sent
    const signer = new ProvenSigner(id, name, email, order)
    signer.role = role ?? 'signer'
    signer.inPerson = inPerson ?? false
    signer.identity = identity ?? null
    signer.access = access ?? null
    signer.certificate = sent.certificate ?? null
    signer.phone = phone ?? null
    return signer
  }

  /** Of a trail whose personal values were erased. */
  static nameless(id: string): ProvenSigner {
    return new ProvenSigner(id, null, null, null)
  }

  /** Whether they may still sign. */
  get isOpen(): boolean {
    return ['pending', 'sent', 'delivery_failed'].includes(this.status)
  }

  /** Asked by mail. */
  mailed(entry: VerifiedEntry): void {
    this.#wasMailed = true
    this.invited(entry)
  }

  /** Asked to sign, or sent their copy. */
  invited(entry: VerifiedEntry): void {
    this.#askedAt(entry)
    this.sentAt = entry.at
    this.status = 'sent'
  }

  /** The mail may have gone to an address that was corrected since. */
  undeliverable(entry: VerifiedEntry): void {
    this.#askedAt(entry)
    const { email } = entry.personal
    if (this.isOpen && (!email || email === this.email)) this.status = 'delivery_failed'
  }

  /** Another address is another person, and another way to sign is another link: what was done by the one before does not count. */
  corrected(entry: VerifiedEntry): void {
    const { personal, body } = entry
    const { details } = body
    if (details.identity !== undefined) this.identity = details.identity as IdentityCheck | null
    if (details.inPerson !== undefined) this.inPerson = Boolean(details.inPerson)
    // a device was to be handed to them; who was never mailed is not asked yet, and may not be where their address is known to refuse mail
    if (details.inPerson === false && !this.#wasMailed) this.sentAt = null
    if (details.certificate !== undefined)
      this.certificate = details.certificate as CertificateDemand | null
    if (details.access !== undefined) {
      this.access = details.access as AccessCheck | null
      this.codeEnteredAt = null
      this.codeSentTo = null
      this.phone = this.access === 'sms_code' ? (personal.phoneAfter ?? this.phone) : null
      if (details.isOtherCode) this.#entered = {}
      else if (personal.phoneAfter) delete this.#entered.sms_code
    }
    if (details.startsAnew) this.#startAnew()
    const { nameAfter, emailBefore, emailAfter } = personal
    if (nameAfter) this.name = nameAfter
    if (emailAfter) this.email = emailAfter
    const erased = ['emailBefore', 'emailAfter'].filter((field) => isErased(entry, field))
    this.#unsure = erased.length === 2 ? entry : null
    // one address in two spellings is erased in both
    const isMoved =
      erased.length === 1 || (emailAfter && emailAfter.toLowerCase() !== emailBefore?.toLowerCase())
    if (isMoved || details.inPerson !== undefined) this.#replaced()
  }

  /** Where both addresses were erased: who comes next is asked at once if the one before was, and one who writes their address in another way is not. */
  #askedAt({ sequence, at }: VerifiedEntry): void {
    const before = this.#unsure
    if (before?.sequence === sequence - 1 && before.at.getTime() === at.getTime()) this.#replaced()
  }

  #replaced(): void {
    this.#unsure = null
    this.status = 'pending'
    this.consentWithdrawnAt = null
    this.proof = null
    this.codeEnteredAt = null
    this.codeSentTo = null
    this.#entered = {}
    this.#startAnew()
  }

  consented({ body }: VerifiedEntry): void {
    const { version, sha256, isTextKept = false } = body.details as unknown as Consent
    this.consent = { version, sha256, isTextKept }
  }

  withdrew({ at }: VerifiedEntry): void {
    this.consent = null
    this.consentWithdrawnAt = at
  }

  proved({ at, body: { details } }: VerifiedEntry): void {
    this.proof = { ...(details as unknown as ProofDetails), at }
  }

  /** Entries that only count what happened in an hour say nothing of when. */
  letIn({ at, body: { details } }: VerifiedEntry): void {
    const isCount = details.times !== undefined
    if (this.signedAt !== null || isCount) return
    const method = details.method as AccessCheck
    const earlier = this.#entered[method]
    const isSure = method !== 'code' || !earlier || (earlier.isSure && this.codeEnteredAt !== null)
    this.codeEnteredAt = at
    this.#entered[method] = { at, sentTo: this.codeSentTo, isSure }
  }

  /** After they signed, none is sent for this signature. */
  codeSent({ personal }: VerifiedEntry): void {
    if (this.signedAt === null) this.codeSentTo = personal.to ?? null
  }

  viewed({ at }: VerifiedEntry): void {
    this.viewedAt = at
  }

  /** Or approved, which is the same state. */
  signed(entry: VerifiedEntry): void {
    this.status = 'signed'
    this.signedAt = entry.at
    this.#signedBehind((entry.body.details.access as AccessCheck | undefined) ?? null)
    this.marks = (entry.body.details.marks ?? {}) as Record<string, string>
    this.host = hostOf(entry)
    this.#cameFrom(entry)
  }

  certifiedBy({ body: { details }, personal }: VerifiedEntry): void {
    const { subject = null, issuer = null, serial = null } = personal
    const { certificateSha256, revisionSha256, revisionBytes, validUntil } = details
    this.certified = {
      ...{ subject, issuer, serial },
      certificateSha256: String(certificateSha256),
      revisionSha256: String(revisionSha256),
      revisionBytes: Number(revisionBytes),
      validUntil: String(validUntil),
    }
  }

  declined(entry: VerifiedEntry): void {
    this.status = 'declined'
    this.declinedAt = entry.at
    this.declineReason = entry.personal.reason ?? null
    this.#cameFrom(entry)
  }

  /** The document has ended without them. */
  closed(status: 'expired' | 'voided'): void {
    if (this.isOpen) this.status = status
  }

  #startAnew(): void {
    this.consent = null
    this.viewedAt = null
  }

  /** Nobody signs without the code that counts: where an earlier release seems to have asked for another one that was never entered, it named the same again. */
  #signedBehind(access: AccessCheck | null): void {
    this.signedWithCode = access
    const entered = access && this.codeEnteredAt === null ? this.#entered[access] : undefined
    if (!entered?.isSure) return
    this.codeEnteredAt = entered.at
    this.codeSentTo = entered.sentTo
  }

  #cameFrom({ personal }: VerifiedEntry): void {
    this.ipAddress = personal.ipAddress ?? null
    this.userAgent = personal.userAgent ?? null
  }
}

/** Only the entry of a signature in person names one. */
function hostOf({ body: { details }, personal }: VerifiedEntry): ProvenHost | null {
  if (details.hostId === undefined) return null
  return { name: personal.hostName ?? null, email: personal.hostEmail ?? null }
}

import { column } from '@adonisjs/lucid/orm'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { ChangedModel } from '../changed_model.js'
import type { Actor } from '#app/audit/actor'
import { Principal } from '#app/identity/access/principal'
import type { Language } from '#app/foundation/phrases/languages'
import type { Delegation } from './delegations.js'
import type { CertificateDemand, CertifiedSignature } from './own_certificate.js'
import type { CodeChannel } from './one_time_code.js'
import type { IdentityCheck } from './signer_identity.js'
import { isActing, type SignerRole } from './signer_role.js'
import { linkToken } from './signing_link.js'
import type { DisplayStatus, SignerStatus } from './signer_status.js'

/** How long after its last heartbeat a page counts as open. */
export const PRESENCE_MS = 60_000

/** A person who is asked to sign or to approve, or is to get a copy; needs no account. */
export default class Signer extends ChangedModel {
  static table = 'signers'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare documentId: string

  @column()
  declare position: number

  /** What they are asked for. */
  @column()
  declare role: SignerRole

  /** Whether they sign on the device of a member, who hands it to them; no link is mailed to them. */
  @column()
  declare inPerson: boolean

  @column()
  declare key: string | null

  @column()
  declare name: string

  @column()
  declare email: string

  /** Signers of a lower turn sign first; equal turns sign in parallel. */
  @column()
  declare turn: number

  @column()
  declare isOrdered: boolean

  @column()
  declare status: SignerStatus

  /** How they have to prove who they are, beyond the link; null for most. */
  @column()
  declare identity: IdentityCheck | null

  /** Of the code that they have to enter before the link shows anything, or of where such codes are sent; null for most. */
  @column()
  declare accessCommitment: string | null

  /** How codes are sent to them, each of which lets one browser in; null for most. */
  @column()
  declare oneTimeCode: CodeChannel | null

  /** In E.164, for codes by SMS alone. */
  @column()
  declare phone: string | null

  /** As it was settled with them: at the first visit, or by their choice. */
  @column()
  declare language: Language | null

  /** As the sender chose it for them, until it is settled; null where nobody chose. */
  @column()
  declare askedLanguage: Language | null

  /** To them alone, beside the document's. */
  @column()
  declare message: string | null

  @column()
  declare tokenVersion: number

  @column()
  declare tokenCounter: number

  @column()
  declare tokenSalt: Buffer

  @column()
  declare tokenSha256: string

  /** By which the link is known once its document was erased; undefined in a schema of the release before. */
  @column()
  declare erasedTokenSha256?: string | null

  @column()
  declare consentVersion: string | null

  @column()
  declare consentSha256: string | null

  @column()
  declare consentedAt: Date | null

  @column()
  declare seenAt: Date | null

  @column()
  declare sentAt: Date | null

  @column()
  declare remindedAt: Date | null

  @column()
  declare openedAt: Date | null

  @column()
  declare viewedAt: Date | null

  @column()
  declare signedAt: Date | null

  @column()
  declare declinedAt: Date | null

  @column()
  declare declineReason: string | null

  @column()
  declare ipAddress: string | null

  @column()
  declare userAgent: string | null

  /** Whether they sign with a certificate of their own as well; null where nobody asks for it. */
  @column()
  declare certificate: CertificateDemand | null

  /** The signature that they made with it; null without one. */
  @jsonColumn()
  declare certified: CertifiedSignature | null

  /** Who handed signing over to whom, oldest first. */
  @jsonColumn()
  declare delegations: Delegation[]

  @column()
  declare createdAt: Date

  get isActing(): boolean {
    return isActing(this)
  }

  /** Whether they sign: the others who act approve. */
  get isSigning(): boolean {
    return this.role === 'signer'
  }

  /** Invited, and still to act: a failed delivery does not take the right to sign. */
  get isAwaited(): boolean {
    return this.isActing && (this.status === 'sent' || this.status === 'delivery_failed')
  }

  /** The same, and by mail: a member asks the others, who sign in person. */
  get isAwaitedByMail(): boolean {
    return this.isAwaited && !this.inPerson
  }

  /** Awaited, or still to be invited. */
  get isExpected(): boolean {
    return this.isAwaited || (this.isActing && this.status === 'pending')
  }

  /** Whether they sign by a link of their own. */
  get hasLink(): boolean {
    return this.isActing && !this.inPerson
  }

  /** Whether their first link is dead: another person, or another way to sign, has taken its place. */
  get hasOtherLink(): boolean {
    return this.tokenCounter > 0
  }

  get displayStatus(): DisplayStatus {
    const isPresent =
      this.seenAt !== null && tenantClock.now().getTime() - this.seenAt.getTime() < PRESENCE_MS
    return this.status === 'sent' && isPresent ? 'viewing' : this.status
  }

  /** The token of the signing link as it stands now; the one before a correction is dead. */
  token(): Promise<string> {
    const { id, tokenVersion: version, tokenCounter: counter, tokenSalt: salt } = this
    return linkToken('signing-link', { id, version, counter, salt })
  }

  actor(client: { ipAddress?: string; userAgent?: string } = {}): Actor {
    return Principal.signer(this).actor(client)
  }
}

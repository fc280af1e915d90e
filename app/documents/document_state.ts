import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { isIdentifier } from '#app/foundation/identifier'
import { canBecome, isTerminal, type DocumentStatus } from './document_status.js'
import type Field from './field.js'
import { fileNameOf } from './files/file_name.js'
import type Signer from './signers/signer.js'
import { linkToken } from './signers/signing_link.js'
import type { TemplateVersion } from './drafts/draft_input.js'
import { StoredDocument } from './stored_document.js'
import { sealedNames, uploadedNames } from './files/packet_file.js'
import { canonicalFile, originalFile, type FileKind } from './files/vault.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'

export function responsibleFor(holderId: string | null, createdBy: string): string {
  return isIdentifier('usr', holderId) ? holderId : createdBy
}

/** What can be asked of a document that was read. */
export class DocumentState extends StoredDocument {
  /** When it came to its end; null while it is a draft or open. */
  get endedAt(): Date | null {
    return this.completedAt ?? this.declinedAt ?? this.expiredAt ?? this.voidedAt ?? this.failedAt
  }

  /** The person who looks after it: the member it belongs to; of a team's, the one who made it. */
  get responsibleId(): string {
    return responsibleFor(this.holderId, this.createdBy)
  }

  /** What it was made of; null for one that was made of a file. */
  get template(): TemplateVersion | null {
    const { templateId: id, templateVersion: version } = this
    return id && version ? { id, version } : null
  }

  /** Its file bears signatures of others: nothing of it is written anew, and no page is added. */
  get isSignedBefore(): boolean {
    return this.earlierSignatures.length > 0
  }

  /** It bears, or may come to bear, signatures that are not the seal's: no page can be added. */
  get takesNoPage(): boolean {
    return this.isSignedBefore || this.signers.some(({ certificate }) => Boolean(certificate))
  }

  /** The file that is sealed bears signatures: those that were uploaded with it, or of signers with certificates of their own. */
  get isCountersigned(): boolean {
    return this.isSignedBefore || this.signers.some(({ certified }) => Boolean(certified))
  }

  /** It has several files, each of which is sealed on its own. */
  get isPacket(): boolean {
    return this.files.length > 0
  }

  get isErased(): boolean {
    return Boolean(this.erasedAt)
  }

  /** How it reads: a document that is being sealed is still in progress, and one that was erased has ended. */
  get displayStatus(): DocumentStatus | 'sealing' | 'erased' {
    if (this.isErased) return 'erased'
    return this.isSealing ? 'sealing' : this.status
  }

  /** Sent, and not at its end. */
  get isOpen(): boolean {
    return this.status !== 'draft' && !isTerminal(this.status)
  }

  /** Nobody can sign from this moment on, whether or not the work `expire` was done. */
  get isPastExpiry(): boolean {
    return this.expiresAt !== null && this.expiresAt <= tenantClock.now()
  }

  get isSealing(): boolean {
    return this.sealingAt !== null && this.status === 'in_progress'
  }

  get isVoidable(): boolean {
    return this.isOpen && !this.isSealing
  }

  /** Those of its signers who have something to do. */
  get acting(): Signer[] {
    return this.signers.filter(({ isActing }) => isActing)
  }

  /** The others, who only get a copy. */
  get copied(): Signer[] {
    return this.signers.filter(({ isActing }) => !isActing)
  }

  /** Those who act by a link of their own, and not in person. */
  get linked(): Signer[] {
    return this.signers.filter(({ hasLink }) => hasLink)
  }

  get signed(): Signer[] {
    return this.acting.filter(({ status }) => status === 'signed')
  }

  /** Whole percent of signers who have signed, floored: 100 only when all have. */
  get progress(): number {
    const { acting, signed } = this
    return acting.length === 0 ? 0 : Math.floor((signed.length * 100) / acting.length)
  }

  /** The signers whose turn it is: the lowest turn in which somebody has not signed. */
  get currentTurn(): Signer[] {
    const waiting = this.acting.filter((signer) => signer.status !== 'signed')
    const turn = Math.min(...waiting.map((signer) => signer.turn))
    return waiting.filter((signer) => signer.turn === turn)
  }

  /** Where the vault keeps what was received, and what of it signers see. */
  get originalFile(): FileKind {
    return originalFile(this.fileKey)
  }

  get canonicalFile(): FileKind {
    return canonicalFile(this.fileKey)
  }

  /** What the next signature is added to: what signers see, with the signatures that they made with certificates of their own. */
  get signedFile(): FileKind {
    return this.revisionSha256 ? `revision-${this.revisionSha256}` : this.canonicalFile
  }

  /** These, and the same of each file where it has several. */
  get uploadedFiles(): FileKind[] {
    return [this.originalFile, this.canonicalFile, ...this.files.flatMap(uploadedNames)]
  }

  /** The sealed file as it is served: with what was added behind it. Null before completion. */
  get servedSeal(): { sha256: string; bytes: number | null } | null {
    const { sealedSha256: sha256, sealedBytes: bytes } = this
    return this.laterRevisions.at(-1) ?? (sha256 === null ? null : { sha256, bytes })
  }

  /** Where the vault keeps it. */
  get sealedFile(): FileKind | null {
    return this.servedSeal && `sealed-${this.servedSeal.sha256}`
  }

  /** It and all that it was served as before. */
  get sealedFiles(): FileKind[] {
    const { unstampedSha256, sealedSha256, laterRevisions } = this
    const hashes = [unstampedSha256, sealedSha256, ...laterRevisions.map(({ sha256 }) => sha256)]
    const own = hashes
      .filter((sha256) => sha256 !== null)
      .map((sha256) => `sealed-${sha256}` as const)
    return [...own, ...this.files.flatMap(({ seal }) => (seal ? sealedNames(seal) : []))]
  }

  /** What its file is called where somebody takes it along. */
  get originalFileName(): string {
    return fileNameOf(this.title)
  }

  get sealedFileName(): string {
    return fileNameOf(this.title, 'signed')
  }

  fieldsOf(signer: Signer): Field[] {
    return this.fields.filter((field) => field.signerId === signer.id)
  }

  trackingToken(): Promise<string> {
    const { id, trackingCounter: counter, trackingSalt: salt } = this
    return linkToken('tracking-link', { id, version: 1, counter, salt })
  }

  /** @throws DocumentTransitionRefused; once everyone has signed, only the seal decides, and nothing else fails a document */
  become(status: DocumentStatus): this {
    const isOfSeal = status === 'completed' || status === 'failed'
    const isTooLate = this.isSealing && !isOfSeal
    const isTooEarly = !this.isSealing && status === 'failed'
    if (isTooLate || isTooEarly || !canBecome(this.status, status))
      throw new DocumentTransitionRefused(this.status, status)
    this.status = status
    return this
  }
}

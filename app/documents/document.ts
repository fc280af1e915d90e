import { column, hasMany } from '@adonisjs/lucid/orm'
import type { HasMany } from '@adonisjs/lucid/types/relations'
import type { BrandSnapshot } from '#app/brand/shown_brand'
import type { Actor } from '#app/audit/actor'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'
import { jsonColumn } from '#app/tenancy/models/json_column'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row, Statement } from '#app/tenancy/statement'
import { canBecome, isTerminal, LABELS, type DocumentStatus } from './document_status.js'
import type { PageSize } from './files/page_size.js'
import { complete, type StoredSeal } from './completion.js'
import { end } from './ending.js'
import { erase, type ErasureReason } from './erasure.js'
import { remind } from './reminder.js'
import { send } from './sending.js'
import { fileNameOf } from './files/file_name.js'
import Field from './field.js'
import Signer from './signers/signer.js'
import { linkToken } from './signers/signing_link.js'
import type { FileKind } from './files/vault.js'
import DocumentNotFound from './errors/document_not_found.js'
import DocumentTransitionRefused from './errors/document_transition_refused.js'

/** A PDF on its way to being signed by all its signers. */
export default class Document extends EnvironmentModel {
  static table = 'documents'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare status: DocumentStatus

  @column()
  declare title: string

  @column()
  declare message: string | null

  @column()
  declare expiresInDays: number

  @jsonColumn()
  declare metadata: Record<string, string>

  @column()
  declare redirectUrl: string | null

  @column()
  declare createdBy: string

  @column()
  declare createdVia: string | null

  @column()
  declare fileName: string

  @column()
  declare pageCount: number

  @jsonColumn()
  declare pages: PageSize[]

  @column()
  declare originalSha256: string

  @column()
  declare originalBytes: number

  @column()
  declare canonicalSha256: string

  @column()
  declare sealedSha256: string | null

  @column()
  declare sealedBytes: number | null

  @column()
  declare sealedPages: number | null

  /** PAdES level of the seal: `B-B`, or `B-T` with a time stamp. */
  @column()
  declare sealedLevel: string | null

  /** When a time stamp was added to a seal that was made without one, and the SHA-256 that the file had until then. */
  @column()
  declare timestampedAt: Date | null

  @column()
  declare unstampedSha256: string | null

  /** Of the certificate of its end, once that was made. */
  @column()
  declare certificateSha256: string | null

  @column()
  declare certificateBytes: number | null

  /** The key of this document's files and values, enveloped under the tenant's. */
  @column()
  declare vaultKey: Buffer

  @jsonColumn()
  declare brand: BrandSnapshot | null

  @column()
  declare trackingCounter: number

  @column()
  declare trackingSalt: Buffer

  @column()
  declare trackingSha256: string

  @column()
  declare emailsSent: number

  @column()
  declare failedEmails: number

  /** Numbers this document's public events, gap-free from `document.sent` on. */
  @column()
  declare sequence: number

  @column()
  declare chainSequence: number

  @column()
  declare chainHash: string | null

  @column()
  declare voidReason: string | null

  /** When the last signature was accepted; from then on only `completed` and `failed` remain. */
  @column()
  declare sealingAt: Date | null

  @column()
  declare remindedAt: Date | null

  @column()
  declare createdAt: Date

  @column()
  declare updatedAt: Date

  @column()
  declare sentAt: Date | null

  @column()
  declare expiresAt: Date | null

  @column()
  declare completedAt: Date | null

  @column()
  declare declinedAt: Date | null

  @column()
  declare expiredAt: Date | null

  @column()
  declare voidedAt: Date | null

  /** When its seal was given up. */
  @column()
  declare failedAt: Date | null

  /** From then on there are no files and no names: only hashes, dates, states and the trail. */
  @column()
  declare erasedAt: Date | null

  /** When its people were told that its retention ends. */
  @column()
  declare retentionToldAt: Date | null

  @hasMany(() => Signer)
  declare signers: HasMany<typeof Signer>

  @hasMany(() => Field)
  declare fields: HasMany<typeof Field>

  /** With its signers and fields, in one batch; null when there is none. */
  static async whole(id: string): Promise<Document | null> {
    return Document.from(await CurrentTenant.batch(Document.reading(id)))
  }

  /** Part of a batch that reads more; `from` takes the answers. */
  static reading(id: string, lock = ''): Statement[] {
    return [
      { text: `select * from documents where id = $1 ${lock}`, values: [id] },
      { text: 'select * from signers where document_id = $1 order by position', values: [id] },
      { text: 'select * from fields where document_id = $1 order by position', values: [id] },
    ]
  }

  static from([[row], signers, fields]: readonly Row[][]): Document | null {
    if (!row) return null
    const [document] = modelsOf(Document, [row])
    document.$setRelated('signers', modelsOf(Signer, signers))
    document.$setRelated('fields', modelsOf(Field, fields))
    return document
  }

  /** The same with the row locked until the unit ends. @throws E_DOCUMENT_NOT_FOUND */
  static async lock(id: string): Promise<Document> {
    const locking = Document.reading(id, 'for no key update')
    const document = Document.from(await CurrentTenant.batch(locking))
    if (!document) throw new DocumentNotFound()
    return document
  }

  /** When it came to its end; null while it is a draft or open. */
  get endedAt(): Date | null {
    return this.completedAt ?? this.declinedAt ?? this.expiredAt ?? this.voidedAt ?? this.failedAt
  }

  get isErased(): boolean {
    return Boolean(this.erasedAt)
  }

  get label(): string {
    if (this.isErased) return 'Erased'
    return this.isSealing ? 'Sealing…' : LABELS[this.status]
  }

  /** Sent, and not at its end. */
  get isOpen(): boolean {
    return this.status !== 'draft' && !isTerminal(this.status)
  }

  get isSealing(): boolean {
    return this.sealingAt !== null && this.status === 'in_progress'
  }

  get isVoidable(): boolean {
    return this.isOpen && !this.isSealing
  }

  /** Whole percent of signers who have signed, floored: 100 only when all have. */
  get progress(): number {
    const signed = this.signers.filter((signer) => signer.status === 'signed').length
    return this.signers.length === 0 ? 0 : Math.floor((signed * 100) / this.signers.length)
  }

  /** The signers whose turn it is: the lowest turn in which somebody has not signed. */
  get currentTurn(): Signer[] {
    const waiting = this.signers.filter((signer) => signer.status !== 'signed')
    const turn = Math.min(...waiting.map((signer) => signer.turn))
    return waiting.filter((signer) => signer.turn === turn)
  }

  /** Where the vault keeps the sealed file; null before completion. */
  get sealedFile(): FileKind | null {
    return this.sealedSha256 === null ? null : `sealed-${this.sealedSha256}`
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

  /**
   * Sends a draft.
   *
   * @throws E_DOCUMENT_TRANSITION_REFUSED, E_QUOTA_EXCEEDED, and what no longer fits the plan E_SIGNER_LIMIT_EXCEEDED or
   * E_FEATURE_NOT_IN_PLAN
   */
  async send(by: Actor): Promise<Document> {
    return change(this.id, (document) => send(document, by))
  }

  /** Withdraws it from its signers. @throws E_DOCUMENT_TRANSITION_REFUSED */
  async void({ reason, by }: { reason?: string; by: Actor }): Promise<Document> {
    return change(this.id, (document) => end(document, { status: 'voided', by, reason }))
  }

  /** Twice is once. @throws E_DOCUMENT_TRANSITION_REFUSED before its end, E_LEGAL_HOLD */
  async erase({ by, reason }: { by: Actor; reason: ErasureReason }): Promise<Document> {
    return change(this.id, (document) => erase(document, by, reason))
  }

  /** @throws E_DOCUMENT_TRANSITION_REFUSED, E_REMINDER_TOO_SOON */
  async remind(by: Actor): Promise<Document> {
    return change(this.id, (document) => remind(document, by))
  }

  /** Only once, whoever calls first: a document that is complete stays as it is. */
  async complete(seal: StoredSeal): Promise<Document> {
    return change(this.id, async (document) => {
      if (document.status !== 'completed') await complete(document, seal)
    })
  }

  /** @throws E_DOCUMENT_TRANSITION_REFUSED; once everyone has signed, only the seal decides, and nothing else fails a document */
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

async function change(id: string, work: (document: Document) => Promise<void>): Promise<Document> {
  return unit(async () => {
    const document = await Document.lock(id)
    await work(document)
    return document
  })
}

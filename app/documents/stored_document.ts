import { column, hasMany } from '@adonisjs/lucid/orm'
import type { ReminderPlan } from './reminder_plan.js'
import type { HasMany } from '@adonisjs/lucid/types/relations'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import type { Language } from '#app/foundation/phrases/languages'
import { jsonColumn } from '#app/tenancy/models/json_column'
import type { EarlierSignature } from '#app/sealing/signed/earlier_signature'
import { ChangedModel } from './changed_model.js'
import type { DocumentStatus } from './document_status.js'
import Field from './field.js'
import type { LaterRevision, PacketFile } from './files/packet_file.js'
import type { DocumentPage } from './files/page_size.js'
import Signer from './signers/signer.js'

/** The row of a document. */
export class StoredDocument extends ChangedModel {
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

  /** The member or team that it belongs to; null for the one who made it. */
  @column()
  declare holderId: string | null

  @column()
  declare createdVia: string | null

  /** The template that it was made of, if any, and which version. */
  @column()
  declare templateId: string | null

  @column()
  declare templateVersion: number | null

  @column()
  declare fileName: string

  @column()
  declare pageCount: number

  @jsonColumn()
  declare pages: DocumentPage[]

  @column()
  declare originalSha256: string

  @column()
  declare originalBytes: number

  @column()
  declare canonicalSha256: string

  /** Where it has several, in the order of their pages; then its own file is all of them, to be read as one. */
  @jsonColumn()
  declare files: PacketFile[]

  /** Those that its file bore when it was uploaded; none once it was erased. */
  @jsonColumn()
  declare earlierSignatures: EarlierSignature[]

  /** Which version of its file is in force: part of the names in the vault; null for the first. */
  @column()
  declare fileKey: string | null

  /** With the signatures that signers made with certificates of their own; null without any, and once it is sealed. */
  @column()
  declare revisionSha256: string | null

  @column()
  declare sealedSha256: string | null

  @column()
  declare sealedBytes: number | null

  @column()
  declare sealedPages: number | null

  /** PAdES level of the seal: `B-B`, or `B-T` with a time stamp. */
  @column()
  declare sealedLevel: 'B-T' | 'B-B' | null

  /** When a time stamp was added to a seal that was made without one, and the SHA-256 that the file had until then. */
  @column()
  declare timestampedAt: Date | null

  @column()
  declare unstampedSha256: string | null

  /** What was added behind the sealed file, the one that is served last. */
  @jsonColumn()
  declare laterRevisions: LaterRevision[]

  /** When time stamps over all of that, and over its files, are next asked for; null where none is wanted. */
  @column()
  declare restampAt: Date | null

  /** What the newest of all these depend on: `p-256,sha256`; empty where there is none yet. */
  @column()
  declare stampedWith: string

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

  /** When signers are reminded, where its sender chose that. */
  @jsonColumn()
  declare reminderPlan: ReminderPlan | null

  /** How many reminders were made by that. */
  @column()
  declare plannedReminders: number

  @column()
  declare nextReminderAt: Date | null

  /** Whether its signers may hand signing over to somebody else. */
  @column()
  declare allowsDelegation: boolean

  /** What is added to it is written in, where its sender chose that. */
  @column()
  declare language: Language | null

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

  @hasMany(() => Signer, { foreignKey: 'documentId' })
  declare signers: HasMany<typeof Signer>

  @hasMany(() => Field, { foreignKey: 'documentId' })
  declare fields: HasMany<typeof Field>
}

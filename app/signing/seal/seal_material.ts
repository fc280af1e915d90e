import type { VerifiedTrail } from '#app/audit/verified_trail'
import Document from '#app/documents/document'
import { documentLanguage } from '#app/documents/document_language'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import { firstPageOf } from '#app/documents/files/packet_file'
import { canonicalFile, Vault } from '#app/documents/files/vault'
import {
  verifiedFrom,
  verifiedReading,
  type VerifiedDocument,
} from '#app/documents/evidence/verified_document'
import { clock } from '#app/foundation/clock'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Credential } from '#app/sealing/certificate_authority'
import type {
  Attachment,
  CertificateContent,
  OwnSignatureOf,
  RecordOfDocument,
  SealOrder,
} from '#app/sealing/seal_order'
import { emptyPage } from '#app/sealing/empty_page'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { Answers } from '#app/tenancy/statement'
import { Profile } from '#app/brand/profile'
import { certificateOf } from '../certificate/certificate_content.js'
import { SealCredential } from './seal_credential.js'
import SealKey from './seal_key.js'
import { checkpointFiles } from './checkpoint_file.js'
import { consentFiles } from './consent_file.js'
import { SignersEntries } from './signers_entries.js'
import { trailFile } from '../certificate/trail_file.js'

function reading(documentId: string) {
  return [
    ...verifiedReading(documentId),
    SignersEntries.reading(documentId),
    SealKey.reading(),
    ...Profile.statements,
  ] as const
}

type Read = Answers<ReturnType<typeof reading>>

/** Entries with which a document ends. */
const ENDS = ['completed', 'declined', 'expired', 'voided', 'failed'] as const
export const ENDINGS = ENDS.map((end) => `document.${end}`)

/** Gathers what the seal of one document is made of: its pages, values, signatures, trail and key. */
export class SealMaterial {
  private constructor(
    private verified: VerifiedDocument,
    private vault: Vault,
    private entered: SignersEntries,
    private profile: Profile,
    private credential: Credential
  ) {}

  /** @throws EvidenceContradicted, DocumentErased */
  static async of(documentId: string): Promise<SealMaterial> {
    return SealMaterial.#from(documentId, await CurrentTenant.batch(reading(documentId)))
  }

  /**
   * The same for the work that seals, which asks for its lease in the same batch.
   *
   * @returns null for a document that is not to be sealed (any more)
   * @throws E_LEASE_LOST, EvidenceContradicted, DocumentErased
   */
  static async forWork(task: Task): Promise<SealMaterial | null> {
    const read = await Outbox.hold(task, ...reading(task.ref))
    const [row, signers, fields] = read
    if (!Document.from([row, signers, fields])?.isSealing) return null
    return SealMaterial.#from(task.ref, read)
  }

  static async #from(documentId: string, read: Read): Promise<SealMaterial> {
    const [row, signers, fields, entries, consents, rows, keys, ...account] = read
    const proven = await verifiedFrom(documentId, [row, signers, fields, entries, consents])
    const vault = await Vault.open(proven.document)
    const profile = Profile.from(account)
    const credential = await SealCredential.from(keys, profile.entitlements.name)
    const entered = new SignersEntries(proven, vault, rows)
    return new SealMaterial(proven, vault, entered, profile, credential)
  }

  get document(): Document {
    return this.verified.document
  }

  /** @throws EvidenceContradicted, FileDamaged */
  order(
    timestampUrls?: readonly string[],
    sealedFiles: readonly string[] = []
  ): Promise<SealOrder> {
    return alarmed(() => this.#order(timestampUrls, sealedFiles))
  }

  /**
   * One of several files: its own pages with what stands on them, and nothing about the signing, for which there is one certificate of all.
   *
   * @param index  from 0
   * @throws EvidenceContradicted, FileDamaged
   */
  fileOrder(index: number, timestampUrls?: readonly string[]): Promise<SealOrder> {
    return alarmed(() => this.#fileOrder(index, timestampUrls))
  }

  /** The certificate of its end: of the trail as it was when that end was written, whenever it is made. */
  certificate(): Promise<SealOrder> {
    return this.#record('certificate', this.verified.trail.until(...ENDINGS))
  }

  /** What is on record of a document by now, whatever has become of it, as pages of its own. */
  record(kind: RecordOfDocument['kind']): Promise<SealOrder> {
    return this.#record(kind, this.verified.trail)
  }

  async #order(
    timestampUrls: readonly string[] | undefined,
    sealedFiles: readonly string[]
  ): Promise<SealOrder> {
    const { brand, revisionSha256, isCountersigned } = this.document
    const { trail } = this.verified
    const certificate = await certificateOf(this.verified, trail, this.profile, { isOver: true })
    return {
      canonical: await this.vault.read(this.document.signedFile),
      isSignedBefore: isCountersigned,
      revisionSha256: revisionSha256 ?? undefined,
      ownSignatures: ownSignaturesOf(this.document),
      isTest: CurrentTenant.get().environment === 'test',
      placements: this.entered.placements(),
      signaturePage: this.entered.signaturePage(),
      certificate: withSealed(certificate, sealedFiles),
      attachments: isCountersigned ? [] : await this.#attachments(trail),
      signing: {
        ...this.credential,
        signerName: brand?.name ?? this.profile.entitlements.name,
        reason: this.#reason,
        at: clock.now(),
        timestampUrls,
      },
    }
  }

  async #fileOrder(index: number, timestampUrls?: readonly string[]): Promise<SealOrder> {
    const { files } = this.document
    const { key, pageCount, originalSha256, canonicalSha256 } = files[index]!
    const before = firstPageOf(files, index) - 1
    const { placements, certificate, ...order } = await this.#order(timestampUrls, [])
    return {
      ...order,
      isPart: true,
      canonical: await this.vault.read(canonicalFile(key)),
      placements: placements
        .filter(({ page }) => page > before && page <= before + pageCount)
        .map((placement) => ({ ...placement, page: placement.page - before })),
      certificate: { ...certificate, originalSha256, canonicalSha256 },
    }
  }

  async #record(kind: RecordOfDocument['kind'], trail: VerifiedTrail): Promise<SealOrder> {
    const { brand, pageCount } = this.document
    const { status, endedAt } = this.verified.proven
    const end = ENDS.find((one) => one === status) ?? null
    const { canonical } = await emptyPage()
    return {
      canonical,
      isTest: CurrentTenant.get().environment === 'test',
      placements: [],
      signaturePage: [],
      certificate: await certificateOf(this.verified, trail, this.profile, {
        isOver: end !== null,
      }),
      attachments: await this.#attachments(trail),
      signing: {
        ...this.credential,
        signerName: brand?.name ?? this.profile.entitlements.name,
        reason: this.#book.t(`certificate.${kind}`),
        at: clock.now(),
      },
      record: { kind, end: endedAt && end, pageCount },
    }
  }

  get #book(): Phrasebook {
    return Phrasebook.in(documentLanguage(this.document, this.profile.brand.snapshot))
  }

  get #reason(): string {
    const isSignedByAll = this.document.acting.every(({ isSigning }) => isSigning)
    return this.#book.t(
      isSignedByAll ? 'certificate.all_signed' : 'certificate.all_signed_or_approved'
    )
  }

  async #attachments(trail: VerifiedTrail): Promise<Attachment[]> {
    const { consents } = this.verified
    const { host, signingHost } = this.profile.entitlements
    return [
      trailFile(trail, this.#book),
      ...consentFiles(trail.documentId, consents, this.#book),
      ...(await checkpointFiles(this.#book, [host, signingHost])),
    ]
  }
}

function ownSignaturesOf({ signers }: Document): OwnSignatureOf[] {
  return signers.flatMap(({ name: signerName, certified }) =>
    certified
      ? [{ signerName, issuer: certified.issuer, coveredBytes: certified.revisionBytes }]
      : []
  )
}

/** What its files became, before the trail can say so. */
function withSealed(
  certificate: CertificateContent,
  hashes: readonly string[]
): CertificateContent {
  if (!certificate.files) return certificate
  const files = certificate.files.map((file, index) => ({
    ...file,
    sealedSha256: hashes[index] ?? file.sealedSha256,
  }))
  return { ...certificate, files }
}

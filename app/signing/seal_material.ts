import { VerifiedTrail } from '#app/audit/verified_trail'
import type Document from '#app/documents/document'
import type Field from '#app/documents/field'
import type Signer from '#app/documents/signer'
import { Vault } from '#app/documents/vault'
import { LABELS } from '#app/documents/document_status'
import { clock } from '#app/foundation/clock'
import { tenantClock } from '#app/tenancy/tenant_clock'
import type { Credential } from '#app/sealing/certificate_authority'
import type {
  CertificateContent,
  PageSignature,
  Placement,
  SealOrder,
  SignatureImage,
} from '#app/sealing/seal_order'
import { emptyPage } from '#app/sealing/empty_page'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Profile } from '#app/tenants/profile'
import { certificateOf } from './certificate_content.js'
import SealKey from './seal_key.js'
import { StoredImage } from './stored_image.js'
import { trailFile } from './trail_file.js'

type Marks = ReadonlyMap<string, SignatureImage>

/** Gathers what the seal of one document is made of: its pages, values, signatures, trail and key. */
export class SealMaterial {
  private constructor(
    private document: Document,
    private vault: Vault,
    private marks: Marks,
    private trail: VerifiedTrail,
    private profile: Profile,
    private credential: Credential
  ) {}

  /** @throws E_EVIDENCE_CONTRADICTED, E_DOCUMENT_ERASED */
  static async of(document: Document): Promise<SealMaterial> {
    const vault = await Vault.open(document)
    const text = `select signer_id, kind, image from signatures where signer_id in (select id from signers where document_id = $1)`
    const [rows, keys, entries, ...account] = await CurrentTenant.batch([
      { text, values: [document.id] },
      SealKey.reading(),
      VerifiedTrail.reading(document.id),
      ...Profile.statements,
    ])
    const marks = new Map(
      rows.map((row) => {
        const name = `${row.signer_id}|${row.kind}`
        return [name, StoredImage.read(vault.openValue(name, row.image as Buffer))]
      })
    )
    const profile = Profile.from(account)
    const credential = await SealKey.credentialFrom(keys, profile.standing.name)
    const trail = VerifiedTrail.from(document.id, entries)
    return new SealMaterial(document, vault, marks, trail, profile, credential)
  }

  async order(timestampUrl?: string): Promise<SealOrder> {
    const { brand } = this.document
    return {
      canonical: await this.vault.read('canonical'),
      isTest: CurrentTenant.get().environment === 'test',
      placements: this.document.signers.flatMap((signer) =>
        this.document.fieldsOf(signer).map((field) => this.#placement(signer, field))
      ),
      signaturePage: this.document.signers
        .filter((signer) => !this.#hasSignatureField(signer))
        .map((signer) => this.#block(signer)),
      certificate: await this.#certificate(),
      attachments: [trailFile(this.trail)],
      signing: {
        ...this.credential,
        signerName: brand?.name ?? this.profile.standing.name,
        reason: 'All parties have signed',
        at: clock.now(),
        timestampUrl,
      },
    }
  }

  /** What is on record of a document, whatever has become of it, as pages of its own. */
  async record(kind: string): Promise<SealOrder> {
    const { brand, status, pageCount } = this.document
    const endedAt = this.document.isOpen || status === 'draft' ? null : this.#endedAt
    const { canonical } = await emptyPage()
    return {
      canonical,
      isTest: CurrentTenant.get().environment === 'test',
      placements: [],
      signaturePage: [],
      certificate: { ...(await this.#certificate()), completedAt: endedAt ?? tenantClock.now() },
      attachments: [trailFile(this.trail)],
      signing: {
        ...this.credential,
        signerName: brand?.name ?? this.profile.standing.name,
        reason: kind,
        at: clock.now(),
      },
      record: { kind, endLabel: endedAt ? LABELS[status] : 'As of', pageCount },
    }
  }

  #certificate(): Promise<CertificateContent> {
    return certificateOf(this.document, this.trail, this.profile)
  }

  get #endedAt(): Date | null {
    const { completedAt, declinedAt, expiredAt, voidedAt, failedAt } = this.document
    return completedAt ?? declinedAt ?? expiredAt ?? voidedAt ?? failedAt
  }

  #hasSignatureField(signer: Signer): boolean {
    return this.document.fieldsOf(signer).some(({ type }) => type === 'signature')
  }

  #mark(signer: Signer, kind: 'signature' | 'initials'): SignatureImage {
    const mark = this.marks.get(`${signer.id}|${kind}`)
    if (!mark) throw new Error(`The ${kind} of ${signer.id} is missing`)
    return mark
  }

  #placement(signer: Signer, field: Field): Placement {
    const { page, x, y, width, height, type } = field
    const place = { page, x, y, width, height }
    if (type === 'signature' || type === 'initials')
      return { ...place, kind: type, value: this.#mark(signer, type) }
    const value =
      field.value === null ? '' : this.vault.openValue(field.id, field.value).toString('utf8')
    return type === 'checkbox'
      ? { ...place, kind: type, value: value === 'true' }
      : { ...place, kind: type, value }
  }

  #block(signer: Signer): PageSignature {
    const signedAt = signer.signedAt ?? tenantClock.now()
    return {
      signerName: signer.name,
      email: signer.email,
      signature: this.#mark(signer, 'signature'),
      signedAt,
    }
  }
}

import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import type Document from '#app/documents/document'
import {
  keptMarks,
  markName,
  marksByName,
  type KeptMark,
} from '#app/documents/evidence/kept_values'
import type { VerifiedDocument } from '#app/documents/evidence/verified_document'
import type Field from '#app/documents/field'
import { FIELD_KINDS, isAdoptedType, type AdoptedType } from '#app/documents/field_kinds/index'
import type { Vault } from '#app/documents/files/vault'
import type Signer from '#app/documents/signers/signer'
import type { PageSignature, Placement, SignatureImage } from '#app/sealing/seal_order'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { StoredImage } from '../signature/stored_image.js'

/** What signers entered, each held against what the trail committed to. */
export class SignersEntries {
  #marks: ReadonlyMap<string, Buffer>

  constructor(
    private verified: VerifiedDocument,
    private vault: Vault,
    rows: readonly KeptMark[]
  ) {
    this.#marks = marksByName(rows)
  }

  static reading(documentId: string) {
    return keptMarks(documentId)
  }

  /**
   * What stands on the pages; but for what signers with a certificate of their own entered, whose signature covers it already.
   *
   * @throws EvidenceContradicted
   */
  placements(): Placement[] {
    const uncertified = this.#document.signers.filter(({ certified }) => !certified)
    return uncertified.flatMap((signer) =>
      this.#document.fieldsOf(signer).flatMap((field) => this.#placement(signer, field))
    )
  }

  /** Those who sign, and have no field for it. @throws EvidenceContradicted */
  signaturePage(): PageSignature[] {
    return this.#document.acting
      .filter((signer) => signer.isSigning && !this.#hasSignatureField(signer))
      .map((signer) => this.#block(signer))
  }

  get #document(): Document {
    return this.verified.document
  }

  #hasSignatureField(signer: Signer): boolean {
    return this.#document.fieldsOf(signer).some(({ type }) => type === 'signature')
  }

  #block(signer: Signer): PageSignature {
    return {
      signerName: signer.name,
      email: signer.email,
      signature: this.#mark(signer, 'signature'),
      signedAt: this.verified.proven.signer(signer.id).signedAt ?? tenantClock.now(),
    }
  }

  #mark(signer: Signer, kind: AdoptedType): SignatureImage {
    const name = markName(signer.id, kind)
    const mark = this.#marks.get(name)
    if (!mark) throw this.#contradicted(`the ${kind} of ${signer.id} is gone`)
    const commitment = this.verified.proven.signer(signer.id).marks[kind]
    return StoredImage.read(this.#opened(name, mark, commitment))
  }

  /** Nothing of a field that was not shown to its signer. */
  #placement(signer: Signer, field: Field): Placement[] {
    const { id, page, x, y, width, height, type, value, options } = field
    const commitment = this.verified.proven.values.get(id)
    if (value === null) {
      if (commitment === undefined) return []
      throw this.#contradicted(`the value of ${id} is gone`)
    }
    const place = { page, x, y, width, height }
    if (isAdoptedType(type))
      return [{ ...place, kind: 'signature', value: this.#mark(signer, type) }]
    const stored = this.#opened(id, value, commitment).toString()
    return [{ ...place, ...FIELD_KINDS[type].stamp(stored, options ?? {}) }]
  }

  #opened(name: string, sealed: Buffer, commitment: string | undefined): Buffer {
    if (!this.vault.holds(name, sealed, commitment))
      throw this.#contradicted(`the value of ${name} is not the one that was entered`)
    return this.vault.openValue(name, sealed)
  }

  #contradicted(finding: string): EvidenceContradicted {
    return new EvidenceContradicted(this.#document.id, [finding])
  }
}

import type Document from '#app/documents/document'
import { servedFile, type LaterRevision, type SealRecord } from '#app/documents/files/packet_file'
import type { FileKind } from '#app/documents/files/vault'

/**
 * A sealed file of a document: the whole, or one of its files where it has several. Work about one names it as `doc_…` or `doc_…/2`: each
 * is raised on its own.
 */
export class SealedPart {
  private constructor(
    readonly document: Document,
    /** From 1; null for the whole. */
    readonly number: number | null
  ) {}

  /** @returns null for one that the document does not have */
  static of(document: Document, ref: string): SealedPart | null {
    const number = numberIn(ref)
    const isThere = number === null || Boolean(document.files[number - 1]?.seal)
    return isThere ? new SealedPart(document, number) : null
  }

  /** All of a document, the whole first. */
  static all(document: Document): SealedPart[] {
    const numbers = document.files.map((_, index) => index + 1)
    return [null, ...numbers].map((number) => new SealedPart(document, number))
  }

  /** How work names all of a document. @param files  how many it has; 0 where it is one */
  static refs(id: string, files: number): string[] {
    return [id, ...Array.from({ length: files }, (_, index) => `${id}/${index + 1}`)]
  }

  /** The document that work is about. */
  static documentIn(ref: string): string {
    return ref.split('/')[0]!
  }

  /** The same of the document as it is now. */
  in(document: Document): SealedPart {
    return new SealedPart(document, this.number)
  }

  get ref(): string {
    return this.number === null ? this.document.id : `${this.document.id}/${this.number}`
  }

  get level(): 'B-T' | 'B-B' | null {
    return this.#record ? this.#record.level : this.document.sealedLevel
  }

  get sha256(): string | null {
    return this.#record ? this.#record.sha256 : this.document.sealedSha256
  }

  /** Of the file as it was sealed. */
  get bytes(): number {
    return this.#record ? this.#record.bytes : this.document.sealedBytes!
  }

  get laterRevisions(): LaterRevision[] {
    return this.#record ? this.#record.laterRevisions : this.document.laterRevisions
  }

  /** What its newest time stamp depends on: `p-256,sha256`; empty where there is none yet. */
  get stampedWith(): string {
    const { stampedWith } = this.#record ?? this.document
    return this.laterRevisions.at(-1)?.stampedWith ?? stampedWith
  }

  /** Where the vault keeps what is served. */
  get file(): FileKind | null {
    return this.#record ? `sealed-${servedFile(this.#record).sha256}` : this.document.sealedFile
  }

  /** What an entry of the trail says beside the hashes. */
  get detail(): { file?: number } {
    return this.number === null ? {} : { file: this.number }
  }

  /** The same seal, with a time stamp. */
  timestamped(sha256: string, at: Date): void {
    const unstampedSha256 = this.sha256
    if (this.#record)
      return this.#put({ sha256, unstampedSha256, level: 'B-T', timestampedAt: at.toISOString() })
    this.document.merge({ timestampedAt: at, unstampedSha256, sealedSha256: sha256 })
    this.document.merge({ sealedLevel: 'B-T' })
  }

  /** Something was added behind it. */
  add(revision: LaterRevision): void {
    const laterRevisions = [...this.laterRevisions, revision]
    if (this.#record) this.#put({ laterRevisions })
    else this.document.merge({ laterRevisions })
  }

  get #record(): SealRecord | null {
    return this.number === null ? null : (this.document.files[this.number - 1]?.seal ?? null)
  }

  #put(changes: Partial<SealRecord>): void {
    const { document, number } = this
    const files = document.files.map((file, index) =>
      index + 1 === number ? { ...file, seal: { ...file.seal!, ...changes } } : file
    )
    document.merge({ files })
  }
}

function numberIn(ref: string): number | null {
  const number = ref.split('/')[1]
  return number === undefined ? null : Number(number)
}

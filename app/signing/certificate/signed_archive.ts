import type { Actor } from '#app/audit/actor'
import type Document from '#app/documents/document'
import DocumentErased from '#app/documents/errors/document_erased'
import { fileNameOf } from '#app/documents/files/file_name'
import { StoredFile } from '#app/documents/files/stored_file'
import { clock } from '#app/foundation/clock'
import type { ZipEntry } from '#app/foundation/zip_file'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { recordFile, type RecordFile } from './record_file.js'

/** Each file of a document as it was sealed, and the one certificate of all of them. */
export class SignedArchive {
  private constructor(
    private document: Document,
    private certificate: RecordFile
  ) {}

  /** @returns null until the document is sealed @throws DocumentErased, EvidenceContradicted, FileDamaged */
  static async of(document: Document): Promise<SignedArchive | null> {
    if (document.isErased) throw new DocumentErased()
    if (!document.sealedFile) return null
    return new SignedArchive(document, await recordFile(document, 'certificate'))
  }

  get name(): string {
    return fileNameOf(this.document.title, 'signed', 'zip')
  }

  async recordDownload(by: Actor): Promise<void> {
    for (const file of ['sealed', 'certificate'] as const)
      await this.document.recordDownload(file, by)
  }

  /** One at a time, numbered in the order of their pages: two files may have the same name. */
  async *entries(scope: Scope): AsyncGenerator<ZipEntry> {
    const at = clock.now()
    const count = Math.max(1, this.document.files.length)
    for (let number = 1; number <= count; number++)
      yield { ...(await CurrentTenant.run(scope, () => this.#file(number))), at }
    yield { name: `00 ${this.certificate.name}`, bytes: this.certificate.bytes, at }
  }

  async #file(number: number) {
    const file = (await StoredFile.sealedOf(this.document, number))!
    return { name: `${String(number).padStart(2, '0')} ${file.name}`, bytes: await file.read() }
  }
}

import { createHash } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { auditFile } from '#app/audit/audit_file'
import type { InclusionProof } from '#app/audit/transparency/inclusion_proof'
import { proofOfEntry } from '#app/audit/transparency/proof_of_entry'
import NotInLog from '#app/audit/errors/not_in_log'
import type Document from '#app/documents/document'
import type Field from '#app/documents/field'
import DocumentErased from '#app/documents/errors/document_erased'
import { documentLanguage } from '#app/documents/document_language'
import { isTerminal } from '#app/documents/document_status'
import type { DownloadKind } from '#app/documents/download'
import { recordQuestionDisclosure, recordValueDisclosure } from '#app/documents/evidence/disclosure'
import { verifiedDocument, type VerifiedDocument } from '#app/documents/evidence/verified_document'
import { fileNameOf } from '#app/documents/files/file_name'
import type { PacketFile } from '#app/documents/files/packet_file'
import { StoredFile } from '#app/documents/files/stored_file'
import { clock } from '#app/foundation/clock'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { ZipEntry } from '#app/foundation/zip_file'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import { recordFile, type RecordFile } from '../certificate/record_file.js'
import { trailFile } from '../certificate/trail_file.js'
import { consentFiles } from '../seal/consent_file.js'
import { offlineVerifier } from '../seal/offline_verifier.js'
import { authorityParts, type Authorities, type Part } from './authority_parts.js'
import { checkProgram } from './check_program.js'
import { packageReadme } from './package_readme.js'
import { questionPart } from './question_part.js'
import { SUMS } from './unpacked_package.js'
import { valuePart } from './value_part.js'

/** For whom a package is made. */
export interface PackageReader {
  /** Whether they may read what signers fill in: so may they read what signers hand in, and what they write to the sender. */
  mayReadValues: boolean
}

/** All that shows what was signed, by whom and when, for somebody who has nothing of ours: a court, an auditor, the other party. */
export class EvidencePackage {
  private constructor(
    private document: Document,
    private verified: VerifiedDocument,
    private proof: InclusionProof | null,
    private signed: { record: RecordFile; authorities: Authorities },
    private words: { values: Part | null; questions: Part | null },
    private reader: PackageReader
  ) {}

  /**
   * What has to be signed is made at once: where nobody can sign, that is the answer, and no package breaks off.
   *
   * @throws DocumentErased, DocumentNotFound, EvidenceContradicted, E_KEY_STORE_AWAY
   */
  static async of(document: Document, reader: PackageReader): Promise<EvidencePackage> {
    if (document.isErased) throw new DocumentErased()
    const verified = await verifiedDocument(document.id)
    const kind = isTerminal(document.status) ? 'certificate' : 'audit'
    const record = await recordFile(document, kind)
    const sealed = async () => (await (await StoredFile.sealed(document))?.read()) ?? record.bytes
    const authorities = await authorityParts(CurrentTenant.get(), sealed)
    const proof = await proofIfAny(document.id)
    const values = reader.mayReadValues ? await valuePart(verified) : null
    const questions = reader.mayReadValues ? await questionPart(verified) : null
    return new EvidencePackage(
      document,
      verified,
      proof,
      { record, authorities },
      { values, questions },
      reader
    )
  }

  get name(): string {
    return fileNameOf(this.document.title, 'evidence', 'zip')
  }

  /** The files of the document that it contains. */
  get downloads(): DownloadKind[] {
    return [
      ...(this.document.sealedFile ? (['sealed'] as const) : []),
      ...(['original', 'certificate'] as const),
      ...this.#attached.map(() => 'attachment' as const),
    ]
  }

  /** The trail says who takes it away, of each file of the document and of what signers filled in and asked, before the first byte. */
  async recordDownloads(by: Actor): Promise<void> {
    for (const file of this.downloads) await this.document.recordDownload(file, by)
    if (this.words.values) await recordValueDisclosure(this.document.id, by)
    if (this.words.questions) await recordQuestionDisclosure(this.document.id, by)
  }

  /** One file at a time, each read when its turn comes, after the request's own scope has been left. */
  async *entries(scope: Scope): AsyncGenerator<ZipEntry> {
    const at = clock.now()
    const sums: string[] = []
    for await (const part of this.#parts(scope)) {
      sums.push(`${createHash('sha256').update(part.bytes).digest('hex')}  ${part.name}\n`)
      yield { ...part, at }
    }
    yield { name: SUMS, bytes: Buffer.from(sums.join('')), at }
  }

  async *#parts(scope: Scope): AsyncGenerator<Part> {
    const { document, verified, proof, signed, words } = this
    const { parts: authorities, path } = signed.authorities
    const contents = { proof, path, ...this.reader }
    const readme = packageReadme(document, verified, contents)
    yield { name: 'README.txt', bytes: Buffer.from(readme) }
    yield { name: 'original.pdf', bytes: await this.#read(scope, StoredFile.original) }
    if (document.sealedFile)
      yield { name: 'sealed.pdf', bytes: await this.#read(scope, StoredFile.sealed) }
    yield* this.#files(scope)
    yield* this.#attachments(scope)
    yield { name: 'certificate.pdf', bytes: signed.record.bytes }
    const book = Phrasebook.in(documentLanguage(document))
    const { name, bytes } = trailFile(verified.trail, book)
    yield { name, bytes }
    yield { name: 'audit-trail.csv', bytes: await csvOf(scope, document.id) }
    for (const consent of consentFiles(document.id, verified.consents, book)) yield consent
    if (words.values) yield words.values
    if (words.questions) yield words.questions
    yield* authorities
    yield { name: 'seal-verifier.html', bytes: Buffer.from(await offlineVerifier()) }
    yield await checkProgram()
    if (proof) yield { name: 'log-proof.json', bytes: Buffer.from(jsonOf(proof)) }
  }

  /** Each file where the document has several, as it came and as it was sealed. */
  async *#files(scope: Scope): AsyncGenerator<Part> {
    for (const [index, file] of this.document.files.entries()) {
      const number = index + 1
      const original = (document: Document) => StoredFile.originalOf(document, number)
      yield { name: packedName('original', number, file), bytes: await this.#read(scope, original) }
      if (!file.seal) continue
      const sealed = (document: Document) => StoredFile.sealedOf(document, number)
      yield { name: packedName('sealed', number, file), bytes: await this.#read(scope, sealed) }
    }
  }

  /** What signers have handed in. */
  async *#attachments(scope: Scope): AsyncGenerator<Part> {
    let number = 0
    for (const { id } of this.#attached) {
      const find = (document: Document) => StoredFile.attachment(document, id)
      const file = await CurrentTenant.run(scope, () => find(this.document))
      if (!file) continue
      number += 1
      const name = `attachments/${String(number).padStart(2, '0')} ${file.name}`
      yield { name, bytes: await this.#read(scope, find) }
    }
  }

  get #attached(): Field[] {
    return this.reader.mayReadValues ? this.document.fields.filter((field) => field.isHandedIn) : []
  }

  #read(
    scope: Scope,
    find: (document: Document) => Promise<StoredFile | null>
  ): Promise<Uint8Array> {
    return CurrentTenant.run(scope, async () => (await find(this.document))!.read())
  }
}

/** Two files may have the same name. */
function packedName(folder: string, number: number, { name }: PacketFile): string {
  return `files/${folder}/${String(number).padStart(2, '0')} ${fileNameOf(name)}`
}

/** What happened in the last minutes is not in the log yet, and what is before it may be. */
async function proofIfAny(documentId: string): Promise<InclusionProof | null> {
  try {
    return await proofOfEntry(documentId)
  } catch (error) {
    if (error instanceof NotInLog) return null
    throw error
  }
}

async function csvOf(scope: Scope, documentId: string): Promise<Buffer> {
  const lines: string[] = []
  for await (const line of auditFile(scope, documentId)) lines.push(line)
  return Buffer.from(lines.join(''))
}

function jsonOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

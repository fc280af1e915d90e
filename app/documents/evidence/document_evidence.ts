import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import type { Finding } from '#app/audit/chain_check'
import { VerifiedTrail } from '#app/audit/verified_trail'
import EnvelopeRefused from '#app/foundation/errors/envelope_refused'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { ConsentTexts, type KeptConsent } from './consent_texts.js'
import { contradictions } from './contradictions.js'
import Document from '../document.js'
import DocumentErased from '../errors/document_erased.js'
import DocumentNotFound from '../errors/document_not_found.js'
import FileDamaged from '../errors/file_damaged.js'
import StorageAway from '../errors/storage_away.js'
import { keptQuestions, questionFaults, type KeptQuestion } from './kept_questions.js'
import { keptMarks, markFaults, valueFaults, type KeptMark } from './kept_values.js'
import { ProvenDocument } from './proven_document.js'
import { identityName } from '../signers/signer_identity.js'
import type { PacketFile } from '../files/packet_file.js'
import type { ProvenFile } from './proven_file.js'
import { partialDisk } from '../files/storage/partial_disk.js'
import { canonicalFile, originalFile, Vault, type FileKind } from '../files/vault.js'

const PROBED_WITHIN_MS = 5_000

const RESPONSES = `select signer_id, response from identity_proofs
  where signer_id in (select id from signers where document_id = $1)`

interface Stored {
  document: Document
  proven: ProvenDocument
  consents: readonly KeptConsent[]
  marks: readonly KeptMark[]
  responses: ReadonlyMap<string, Buffer>
  questions: readonly KeptQuestion[]
}

/**
 * Holds documents against their trails: rows, what was entered and drawn, and the stored files, decrypted and hashed. In the scope of
 * their tenant. What is wrong with a trail itself is found by its own check.
 */
export async function documentEvidence(ids: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const id of ids) {
    const stored = await read(id)
    if (stored) findings.push(...(await findingsOf(stored)))
  }
  return findings
}

async function read(id: string): Promise<Stored | null> {
  try {
    return await unit(async () => {
      const document = await Document.lock(id)
      const [entries, texts, marks, proofs, asked] = await CurrentTenant.batch([
        VerifiedTrail.reading(id),
        ConsentTexts.reading(id),
        keptMarks(id),
        query<RowOf<'identity_proofs', 'signer_id' | 'response'>>(RESPONSES, [id]),
        keptQuestions(id),
      ])
      const proven = ProvenDocument.of(VerifiedTrail.from(id, entries))
      const responses = proofs.map(({ signer_id: signer, response }) => [signer, response] as const)
      return {
        ...{ document, proven, consents: texts, marks },
        responses: new Map(responses),
        questions: asked,
      }
    })
  } catch (error) {
    if (error instanceof EvidenceContradicted || error instanceof DocumentNotFound) return null
    throw error
  }
}

async function findingsOf({
  document,
  proven,
  consents,
  marks,
  responses,
  questions,
}: Stored): Promise<Finding[]> {
  const contradicted = [
    ...contradictions(document, proven),
    ...ConsentTexts.contradictions(proven, consents),
  ].map((message) => finding(document, 'contradicted', message))
  if (document.isErased) return contradicted
  const vault = await opened(document)
  if (!vault)
    return [
      ...contradicted,
      finding(document, 'file_damaged', 'the key of the stored files is gone or does not open'),
    ]
  const changed = [
    ...valueFaults(document, proven, vault),
    ...markFaults(proven, marks, vault),
    ...ofIdentities(proven, responses, vault),
    ...questionFaults(proven, questions, vault),
  ]
  const damaged: Finding[] = []
  for (const [kind, sha256] of filesOf(document, proven)) {
    const fault = await faultOf(vault, kind, sha256)
    if (fault)
      damaged.push(finding(document, fault.kind, `the stored file ${nameOf(kind)} ${fault.says}`))
  }
  return [
    ...contradicted,
    ...changed.map((message) => finding(document, 'contradicted', message)),
    ...damaged,
  ]
}

/** @returns null where its own key is damaged @throws what the tenant's key fails with: without it nobody knows anything of all its documents */
async function opened(document: Document): Promise<Vault | null> {
  try {
    return await Vault.open(document)
  } catch (error) {
    if (error instanceof EnvelopeRefused || error instanceof DocumentErased) return null
    throw error
  }
}

/** What a provider sent of a signer is kept as long as the document. */
function ofIdentities(
  { signers }: ProvenDocument,
  responses: ReadonlyMap<string, Buffer>,
  vault: Vault
): string[] {
  return signers.flatMap(({ id, proof }) => {
    if (!proof) return []
    const kept = responses.get(id)
    const isSame = kept && vault.hashOf(identityName(id), kept) === proof.responseSha256
    return isSame ? [] : [`the assertion about ${id} is not the one on record`]
  })
}

function filesOf(document: Document, proven: ProvenDocument): [FileKind, string][] {
  const { originalSha256, canonicalSha256, certificateSha256 } = proven
  const servedSha256 = proven.laterSha256s.at(-1) ?? proven.sealedSha256
  const named: [FileKind, string | null][] = [
    [document.originalFile, originalSha256],
    [document.canonicalFile, canonicalSha256],
    [document.signedFile, proven.revisionSha256],
    [`sealed-${servedSha256}`, servedSha256],
    [`certificate-${certificateSha256}`, certificateSha256],
    ...document.files.flatMap((file, index) => filesOfPart(file, proven.files[index])),
  ]
  return named.filter((file): file is [FileKind, string] => file[1] !== null)
}

function filesOfPart(file: PacketFile, proven?: ProvenFile): [FileKind, string | null][] {
  const { originalSha256 = null, canonicalSha256 = null } = proven ?? {}
  const servedSha256 = proven?.laterSha256s.at(-1) ?? proven?.sealedSha256 ?? null
  return [
    [originalFile(file.key), originalSha256],
    [canonicalFile(file.key), canonicalSha256],
    [`sealed-${servedSha256}`, servedSha256],
  ]
}

interface Fault {
  kind: 'file_damaged' | 'file_unreadable'
  says: string
}

/** @throws what a storage that is away fails with: nobody knows then. A single file that it does not hand out keeps nobody from the others. */
async function faultOf(vault: Vault, kind: FileKind, sha256: string): Promise<Fault | null> {
  const damaged = { kind: 'file_damaged', says: 'is not the one on record' } as const
  try {
    return sha256Hex(await vault.read(kind)) === sha256 ? null : damaged
  } catch (error) {
    if (error instanceof FileDamaged) return damaged
    if (StorageAway.in(error) || !(await isStorageThere())) throw error
    const { code } = error as { code?: string }
    return { kind: 'file_unreadable', says: `cannot be read (${code ?? String(error)})` }
  }
}

async function isStorageThere(): Promise<boolean> {
  return partialDisk()
    .probe(PROBED_WITHIN_MS)
    .then(
      () => true,
      () => false
    )
}

function nameOf(kind: FileKind): string {
  return kind.split('-')[0]
}

function finding({ id }: Document, kind: Finding['kind'], message: string): Finding {
  return { chain: id, sequence: 0, kind, message }
}

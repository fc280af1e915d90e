import Document from '#app/documents/document'
import { settledLanguage } from '#app/documents/signers/signer_language'
import { tokenHash } from '#app/documents/signers/signing_link'
import type { Language } from '#app/foundation/phrases/languages'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

/** A link of a document that was erased: it lets nobody in, and says what is left. */
export interface ErasedLink {
  document: Document
  /** As its signer was spoken to; null for one who never came. */
  language: Language | null
}

const SIGNER = 'select language, document_id from signers where erased_token_sha256 = $1'
const DOCUMENT = `select id, status, erased_at, canonical_sha256, sealed_sha256, later_revisions, files, completed_at, declined_at, expired_at, voided_at, failed_at
  from documents where id = (select document_id from signers where erased_token_sha256 = $1)`

/** In the environment that the token names; null for any other link. */
export async function erasedLink(token: string): Promise<ErasedLink | null> {
  const values = [tokenHash(token)]
  const [[signer], documents] = await CurrentTenant.batch([
    query<RowOf<'signers', 'language'>>(SIGNER, values),
    { text: DOCUMENT, values },
  ])
  const [document] = readOnlyModels(Document, documents)
  if (!signer || !document?.endedAt) return null
  const language = settledLanguage(
    { brand: null },
    { language: signer.language as Language | null }
  )
  return { document, language }
}

/** One SHA-256 that an erased document keeps. */
export interface KeptHash {
  /** From 1, where there are several files. */
  file: number | null
  /** `served`: with what was added behind the seal later, as people may have it. */
  of: 'shown' | 'sealed' | 'served'
  sha256: string
}

/** What a copy of it can be compared with, the sealed files first. */
export function keptHashes(document: Document): KeptHash[] {
  const { files, canonicalSha256, sealedSha256, laterRevisions } = document
  const ofFiles = files.flatMap(({ seal }, index) => (seal ? sealHashes(seal, index + 1) : []))
  const ofOne = sealedSha256 ? sealHashes({ sha256: sealedSha256, laterRevisions }, null) : []
  const sealed = files.length > 0 ? ofFiles : ofOne
  return [...sealed, { file: null, of: 'shown', sha256: canonicalSha256 }]
}

function sealHashes(
  seal: { sha256: string; laterRevisions: readonly { sha256: string }[] },
  file: number | null
): KeptHash[] {
  const later = seal.laterRevisions.map(({ sha256 }) => ({ file, of: 'served' as const, sha256 }))
  return [{ file, of: 'sealed', sha256: seal.sha256 }, ...later]
}

import type { RecordOfDocument } from '#app/sealing/seal_order'
import { sealer } from '#app/sealing/seal'
import { SealMaterial } from '../seal/seal_material.js'

export type RecordKind = RecordOfDocument['kind']

/**
 * What is on record of a document, as a sealed PDF of its own: who was asked to sign and what came of it, and every step.
 *
 * @throws DocumentErased, EvidenceContradicted
 */
export async function documentRecord(documentId: string, kind: RecordKind): Promise<Uint8Array> {
  const material = await SealMaterial.of(documentId)
  const { bytes } = await sealer.seal(await material.record(kind))
  return bytes
}

import { sealer } from '#app/sealing/seal'
import { SealMaterial } from '../seal/seal_material.js'

export const RECORDS = { certificate: 'Certificate', audit: 'Audit trail' } as const

/**
 * What is on record of a document, as a sealed PDF of its own: who was asked to sign and what came of it, and every step.
 *
 * @throws DocumentErased, EvidenceContradicted
 */
export async function documentRecord(
  documentId: string,
  kind: keyof typeof RECORDS
): Promise<Uint8Array> {
  const material = await SealMaterial.of(documentId)
  const { bytes } = await sealer.seal(await material.record(RECORDS[kind]))
  return bytes
}

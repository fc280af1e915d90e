import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { alarmed } from '#app/documents/evidence/evidence_alarm'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { sealer } from '#app/sealing/seal'
import { SealMaterial } from '../seal/seal_material.js'

/**
 * The certificate of a document that has ended, as a sealed PDF of its own. It is a function of the verified trail up to the entry of
 * that end, is made once, and is named by an entry of its own; from then on the stored one is served.
 */
export const Certificate = {
  /** @throws EvidenceContradicted, FileDamaged, DocumentErased */
  async of(document: Document): Promise<Uint8Array> {
    const kept = document.certificateSha256 ? document : await Certificate.make(document.id)
    const vault = await Vault.open(kept)
    return alarmed(() => vault.read(`certificate-${kept.certificateSha256}`))
  },

  /** Of two that make it at once, the one that is recorded first is the certificate. */
  async make(documentId: string): Promise<Document> {
    const material = await SealMaterial.of(documentId)
    const { bytes } = await sealer.seal(await material.certificate())
    const sha256 = sha256Hex(bytes)
    await (await Vault.open(material.document)).write(`certificate-${sha256}`, bytes)
    return Document.change(documentId, (change) => {
      const { document } = change
      if (document.certificateSha256 || document.isErased) return document
      document.merge({ certificateSha256: sha256, certificateBytes: bytes.length })
      change.log({
        action: 'certificate.made',
        actor: SYSTEM,
        details: { certificateSha256: sha256 },
      })
      return document
    })
  },
}

import Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import type Signer from '#app/documents/signers/signer'
import { unit } from '#app/tenancy/current_tenant'
import { allOrFirstFailure } from '#app/tenancy/connections/tenant_client'
import { InPersonLink } from './in_person/in_person_link.js'
import { assertOpen } from './links/gate.js'
import { assertThawed } from './thaw.js'
import SignerNotFound from './errors/signer_not_found.js'

/** Who wants to do something with which document. */
export interface Admission {
  documentId: string
  signerId: string
  /** SHA-256 of the token by which they came; null for scripted signers, who need no link. */
  linkSha256?: string
  /** The link by which they came to sign in person. */
  via?: string
  /** False for what concerns no field: they are not read. */
  withFields?: boolean
}

/** Changes a document for one of its signers, whom the gate lets in under the lock: a link that was good at the door may be dead by now. */
export function admitted<T>(
  { documentId, signerId, linkSha256, via, withFields }: Admission,
  work: (change: DocumentChange, signer: Signer) => T | Promise<T>
): Promise<T> {
  return unit(async () => {
    const thawed = assertThawed()
    const admit = async (change: DocumentChange) => {
      await thawed
      const { document } = change
      const signer = document.signers.find(({ id }) => id === signerId)
      const isDead = linkSha256 !== undefined && signer?.tokenSha256 !== linkSha256
      if (!signer || isDead) throw new SignerNotFound()
      // scripted signers need no device
      const isHosted =
        linkSha256 === undefined || (signer.inPerson && (await InPersonLink.isInForce(signer, via)))
      assertOpen(document, signer, isHosted)
      return work(change, signer)
    }
    const changed = Document.change(documentId, admit, { withFields })
    // asked in one round trip: nothing waits for the one before the other is sent
    await allOrFirstFailure<unknown>([thawed, changed])
    return changed
  })
}

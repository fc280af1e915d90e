import type { DocumentChange } from '#app/documents/document_change'
import type Signer from '#app/documents/signers/signer'
import SignerNotFound from '../errors/signer_not_found.js'

/**
 * A signer as they stand under the lock of their document. What is done with a link or a code that was replaced meanwhile does not count.
 *
 * @throws SignerNotFound
 */
export function currentSigner(
  { document }: DocumentChange,
  { id, tokenSha256, accessCommitment }: Signer
): Signer {
  const current = document.signers.find((signer) => signer.id === id)
  if (current?.tokenSha256 !== tokenSha256 || current.accessCommitment !== accessCommitment)
    throw new SignerNotFound()
  return current
}

import type Document from '#app/documents/document'
import type Signer from '#app/documents/signers/signer'

/** As whom somebody signs by a link of their own: the one with their address. */
export function ownSigner({ linked }: Document, email: string): Signer | undefined {
  return linked.find((signer) => signer.email.toLowerCase() === email.toLowerCase())
}

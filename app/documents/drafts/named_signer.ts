import type { SignerInput } from './draft_input.js'

/** By their key, or by an address that no other signer has. */
export function signerNamed(
  name: string,
  signers: readonly SignerInput[]
): SignerInput | undefined {
  const byKey = signers.find((signer) => signer.key === name)
  if (byKey) return byKey
  const byAddress = signers.filter((signer) => signer.email.toLowerCase() === name.toLowerCase())
  return byAddress.length === 1 ? byAddress[0] : undefined
}

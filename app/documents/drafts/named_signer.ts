import type { SignerInput } from './draft_input.js'

/** By their key, or by an address that no other signer has. None where it is the key of one and the address of another. */
export function signerNamed(
  name: string,
  signers: readonly SignerInput[]
): SignerInput | undefined {
  const byKey = signers.find((signer) => signer.key === name)
  const byAddress = signers.filter((signer) => signer.email.toLowerCase() === name.toLowerCase())
  if (byKey) return byAddress.some((signer) => signer !== byKey) ? undefined : byKey
  return byAddress.length === 1 ? byAddress[0] : undefined
}

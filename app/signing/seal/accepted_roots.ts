import { timestamps } from '#app/sealing/configuration'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'
import CertificateRevocation from './certificate_revocation.js'
import SealAuthority from './seal_authority.js'

/** The authorities that this installation accepts, and what they have revoked by now. */
export async function acceptedRoots(): Promise<TrustedRoots> {
  const [seals, revoked] = await Promise.all([SealAuthority.roots(), CertificateRevocation.known()])
  return { seals, timestamps: timestamps.value.roots.map(({ raw }) => raw), revoked }
}

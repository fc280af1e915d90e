import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import { envelopeKey } from '../seal_envelope_key.js'
import type OwnCertificate from './own_certificate.js'
import type { ProviderAccess } from './provider.js'
import type { TokenAccess } from './token_signer.js'

/** How to reach the key of a certificate that is not here. */
export type KeyAccess =
  { source: 'provider'; access: ProviderAccess } | { source: 'token'; access: TokenAccess }

type Kept = Pick<OwnCertificate, 'id' | 'source' | 'access'>

/** @param id  of the certificate that it belongs to */
export async function keptAccess(id: string, { access }: KeyAccess): Promise<Buffer> {
  return sealEnvelope(await envelopeKey(), JSON.stringify(access), id)
}

/** @throws E_KEY_STORE_AWAY where it was put out of use a moment before */
export async function openedAccess({ id, source, access }: Kept): Promise<KeyAccess> {
  if (!access || source === 'file') throw new KeyStoreAway('the certificate was put out of use')
  const text = openEnvelope(await envelopeKey(), access, id).toString()
  return { source, access: JSON.parse(text) } as KeyAccess
}

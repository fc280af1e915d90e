import { X509Certificate } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { endorsedCredential } from '#app/sealing/own/endorsed_credential'
import type { OwnCertificate as Certificate } from '#app/sealing/own/own_certificate'
import type { Credential } from '#app/sealing/credential'
import type { PrivateKey } from '#app/sealing/keys/private_key'
import { endOf } from '#app/sealing/long_term/certificate_chains'
import { unit } from '#app/tenancy/current_tenant'
import IssuedCertificate from '../issued_certificate.js'
import { leafTerms } from '../leaf_terms.js'
import type SealAuthority from '../seal_authority.js'
import SealKey from '../seal_key.js'
import { keptKey, openedKey } from '../seal_key_secret.js'
import OwnCertificate from './own_certificate.js'

/** What seals are made with, and the row that keeps it. */
export interface EndorsedKey {
  credential: Credential
  row: Partial<SealKey>
}

/** Has the platform's authority confirm whose key it is. Nothing but the number of the endorsement is on record yet. */
export async function endorsedKey(
  own: Certificate,
  key: PrivateKey,
  { tenantName, authority }: { tenantName: string; authority: SealAuthority }
): Promise<EndorsedKey> {
  const terms = await leafTerms(tenantName, authority)
  const issuer = await authority.credential()
  const { credential, endorsement } = await endorsedCredential(own, key, issuer, terms)
  await IssuedCertificate.record(endorsement, authority)
  const { certificate, chain } = credential
  const path = [own.certificate, ...own.chain].map((der) => new X509Certificate(der))
  const row = {
    certificate: Buffer.from(certificate),
    chain: chain.map((der) => Buffer.from(der)),
    endorsement: Buffer.from(endorsement),
    ...(await keptKey(key)),
    authorityId: authority.id,
    createdAt: clock.now(),
    expiresAt: endOf(path),
  }
  return { credential, row }
}

/**
 * When another authority issues than when it was put to use. Two workers may each have one: both are good.
 *
 * @throws where it was put out of use a moment before; the seal is made again then, with another
 */
export async function endorsedAnew(
  earlier: SealKey,
  tenantName: string,
  authority: SealAuthority
): Promise<Credential> {
  const id = earlier.ownCertificate!
  const own = await OwnCertificate.findOrFail(id)
  const key = await openedKey(earlier)
  const { credential, row } = await endorsedKey(own, key, { tenantName, authority })
  await unit(async () => {
    await OwnCertificate.query().where({ id }).whereNull('retired_at').forShare().firstOrFail()
    await SealKey.create({ ...row, ownCertificate: id })
  })
  return credential
}

import type { X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import Unproven from '../errors/unproven.js'
import { chainOf, type Chain } from '../long_term/certificate_chains.js'
import { rememberedBy } from './remembered.js'

/**
 * A tenant's own certificate leads to authorities that are not ours. So ours issues another for the same key, the endorsement, and every
 * seal encloses it beside the one that it is made with: it says whose the key is to those who know nothing but our roots, and it can be
 * revoked.
 *
 * @param enclosed  all certificates of a seal, its own first
 * @returns null for one by our authority, which needs none
 */
export function endorsementIn(enclosed: readonly X509Certificate[]): X509Certificate | null {
  const [signer, ...others] = enclosed
  const key = signer && keyIn(signer)
  return others.find((one) => !one.ca && keyIn(one).equals(key!)) ?? null
}

/**
 * The certificate that an endorsed seal was made with, and its issuers as far as they are enclosed. Nobody judges these: also those above a
 * link that is not checked belong to it.
 *
 * @throws E_UNPROVEN where one of them was not valid then
 */
export function endorsedChain(enclosed: readonly X509Certificate[], at: Date): Chain {
  const [signer, ...others] = enclosed
  const chain = chainOf(signer!, others)
  for (const { validFromDate, validToDate } of chain)
    if (at < validFromDate || at > validToDate)
      throw new Unproven('its certificate was not valid at the time of sealing')
  return chain
}

/** SubjectPublicKeyInfo, DER. */
const keyIn = rememberedBy(({ raw }): Buffer => {
  const { subjectPublicKeyInfo } = AsnConvert.parse(raw, Certificate).tbsCertificate
  return Buffer.from(AsnConvert.serialize(subjectPublicKeyInfo))
})

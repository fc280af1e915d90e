import type { X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  Certificate,
  CRLDistributionPoints,
  id_ce_cRLDistributionPoints,
} from '@peculiar/asn1-x509'

/** Where a certificate says that its issuer publishes what it has revoked (RFC 5280, 4.2.1.13): addresses for HTTP. */
export function listAddresses({ raw }: X509Certificate): string[] {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const found = extensions.find(({ extnID }) => extnID === id_ce_cRLDistributionPoints)
  if (!found) return []
  return AsnConvert.parse(found.extnValue.buffer, CRLDistributionPoints)
    .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
    .flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? [])
    .filter((address) => /^https?:/i.test(address))
}

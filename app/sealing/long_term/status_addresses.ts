import type { X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AuthorityInfoAccessSyntax,
  Certificate,
  CRLDistributionPoints,
  id_ad_ocsp,
  id_ce_cRLDistributionPoints,
  id_pe_authorityInfoAccess,
} from '@peculiar/asn1-x509'

const IS_HTTP = /^https?:/i

/** Where a certificate says that its issuer publishes what it has revoked (RFC 5280, 4.2.1.13): addresses for HTTP. */
export function listAddresses(certificate: X509Certificate): string[] {
  const found = extensionOf(certificate, id_ce_cRLDistributionPoints)
  if (!found) return []
  return AsnConvert.parse(found, CRLDistributionPoints)
    .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
    .flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? [])
    .filter((address) => IS_HTTP.test(address))
}

/** Where it says that somebody answers for it (RFC 5280, 4.2.2.1): addresses of responders. */
export function responderAddresses(certificate: X509Certificate): string[] {
  const found = extensionOf(certificate, id_pe_authorityInfoAccess)
  if (!found) return []
  return AsnConvert.parse(found, AuthorityInfoAccessSyntax)
    .filter(({ accessMethod }) => accessMethod === id_ad_ocsp)
    .flatMap(({ accessLocation }) => accessLocation.uniformResourceIdentifier ?? [])
    .filter((address) => IS_HTTP.test(address))
}

function extensionOf({ raw }: X509Certificate, id: string): ArrayBuffer | null {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  return extensions.find(({ extnID }) => extnID === id)?.extnValue.buffer ?? null
}

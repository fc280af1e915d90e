import { platformDomain, publicUrl } from '#app/tenants/hosts/public_address'

/** Where an authority's list is published: on the platform's own host, as every certificate that it issues says. */
export function revocationListUrl(authorityId: string): string {
  return publicUrl(platformDomain(), `/crl/${authorityId}.crl`)
}

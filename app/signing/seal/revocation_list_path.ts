/** Where an authority's list is published, on every host: certificates name that of their tenant, so that a seal speaks of nobody else. */
export function revocationListPath(authorityId: string): string {
  return `/crl/${authorityId}.crl`
}

/**
 * Where an authority's list is published, and where somebody answers for a single certificate (RFC 6960), on every host. Certificates name
 * that of their tenant, so that a seal speaks of nobody else.
 */
export function revocationListPath(authorityId: string): string {
  return `/crl/${authorityId}.crl`
}

export const RESPONDER_PATH = '/ocsp'

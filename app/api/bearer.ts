const BEARER = /^Bearer +(\S+) *$/i
const TEST_KEY = 'svc_test_'

/** The token of an `Authorization` header (RFC 6750, 2.1); null if it cannot be read. Everything that needs a key reads it here, so that no two readers differ. */
export function bearerToken(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null
}

/** Whether pages of any origin may read what is answered: nothing was shown, or the key of a sandbox. */
export function isOpenToPages(authorization: string | undefined): boolean {
  return bearerToken(authorization)?.startsWith(TEST_KEY) ?? true
}

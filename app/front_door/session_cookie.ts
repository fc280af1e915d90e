import { HostCookie } from './hosts/host_cookie.js'

const FOURTEEN_DAYS_S = 14 * 24 * 60 * 60

/** The token of a tenant's session, of which only the SHA-256 is stored. */
export const SessionCookie = new HostCookie('session', FOURTEEN_DAYS_S)

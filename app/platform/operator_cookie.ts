import { HostCookie } from '#app/front_door/hosts/host_cookie'

const TWELVE_HOURS_S = 12 * 60 * 60

/** Another name than that of a tenant's session, and like it good on this very host alone. */
export const OperatorCookie = new HostCookie('operator', TWELVE_HOURS_S)

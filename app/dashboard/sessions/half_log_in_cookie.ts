import { HostCookie } from '#app/front_door/hosts/host_cookie'

const TEN_MINUTES_S = 10 * 60

/** Between the password and the code. It opens the question for the code and nothing else. */
export const HalfLogInCookie = new HostCookie('half_log_in', TEN_MINUTES_S)

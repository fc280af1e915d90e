import type { Fault } from '#app/single_sign_on/gate/rejection'

/** Why somebody has not proved who they are, as the trail words it. */
export const IDENTITY_FAILURES = {
  other_person: 'the identity provider vouched for somebody else',
  no_address: 'the identity provider named no email address',
  not_fresh: 'the log-in at the identity provider was not a new one',
  refused: 'the identity provider did not log them in',
  turned_off: 'single sign-on was turned off',
  not_proved: 'the domain of their address is no longer proved',
  too_late: 'the answer of the identity provider came too late, or twice',
  untrusted: 'the answer of the identity provider could not be trusted',
} as const

export type IdentityFailure = keyof typeof IDENTITY_FAILURES

const BY_CODE: Record<string, IdentityFailure> = {
  E_DOMAIN: 'not_proved',
  E_IN_RESPONSE_TO: 'too_late',
  E_NO_EMAIL: 'no_address',
  E_OFF: 'turned_off',
  E_OTHER_PERSON: 'other_person',
  E_REPLAY: 'too_late',
  E_STALE: 'not_fresh',
  E_STATUS: 'refused',
}

export function identityFailureOf({ code }: Pick<Fault, 'code'>): IdentityFailure {
  return BY_CODE[code] ?? 'untrusted'
}

export function isIdentityFailure(code: unknown): code is IdentityFailure {
  return typeof code === 'string' && Object.hasOwn(IDENTITY_FAILURES, code)
}

/** As words; what no release of ours has written stays as it is. */
export function wordsOfIdentityFailure(reason: unknown): string {
  return isIdentityFailure(reason) ? IDENTITY_FAILURES[reason] : String(reason ?? '')
}

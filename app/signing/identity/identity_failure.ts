import type { Fault } from '#app/single_sign_on/gate/rejection'

/** Why somebody has not proved who they are; the trail has words for each. */
const IDENTITY_FAILURES = [
  'other_person',
  'no_address',
  'not_fresh',
  'refused',
  'turned_off',
  'not_proved',
  'too_late',
  'untrusted',
] as const

export type IdentityFailure = (typeof IDENTITY_FAILURES)[number]

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
  return IDENTITY_FAILURES.some((one) => one === code)
}
